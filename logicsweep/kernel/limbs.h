/* What the files about whole numbers of 64-bit limbs share. The lowest limb comes first. */
#ifndef LOGICSWEEP_LIMBS_H
#define LOGICSWEEP_LIMBS_H

#include "kernel.h"

/* How many limbs a number has without those at the top that are 0. */
static inline int32_t significant(const uint64_t *number, int32_t limbs) {
    while (limbs && !number[limbs - 1]) {
        limbs--;
    }
    return limbs;
}

/* into += one * other, where the sum is known to have a place in `limbs`. */
static inline void add_product(uint64_t *into, int32_t limbs, const uint64_t *one,
                               int32_t one_limbs, const uint64_t *other, int32_t other_limbs) {
    if (limbs == 1) {
        into[0] += one[0] * other[0];
        return;
    }
    for (int32_t low = 0; low < one_limbs; low++) {
        uint64_t carry = 0;
        int32_t at = low;
        for (int32_t place = 0; place < other_limbs && at < limbs; place++, at++) {
            two_limbs sum = (two_limbs)one[low] * other[place] + into[at] + carry;
            into[at] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        for (; carry && at < limbs; at++) {
            into[at] += carry;
            carry = into[at] < carry;
        }
    }
}

#endif

/* Where keys have the fields of factors, and what a join does to them.
 *
 * Fields are given out from the last table down to the leaves: a table keeps those of the factors that
 * stay open above it, and takes free ones for those that it closes. So no field is ever moved.
 */
#include "trellis.h"

static inline void take_field(const ls_field *field, uint64_t *used) {
    used[field->word] |= (((uint64_t)1 << field->bits) - 1) << field->shift;
}

/* Give a factor a field beside those that are in use. */
static ls_status place_field(ls_trellis *trellis, ls_field *field, uint64_t *used) {
    field->bits = field->upper ? 33 - __builtin_clz((uint32_t)field->upper) : 1;
    for (int32_t word = 0; word < MOST_WORDS; word++) {
        if (word == trellis->words) {
            used[trellis->words++] = 0;
        }
        uint64_t free = ~used[word];
        for (int32_t bit = 1; bit < field->bits && free; bit++) {
            free &= ~used[word] >> bit & ~(uint64_t)0 >> bit;
        }
        if (free) {
            field->word = word;
            field->shift = __builtin_ctzll(free);
            take_field(field, used);
            return LS_OK;
        }
    }
    return LS_WIDE;
}

ls_status ls_place_fields(ls_trellis *trellis) {
    uint64_t used[MOST_WORDS];
    trellis->words = 1;
    for (int32_t turn = trellis->tables_made - 1; turn >= 0; turn--) {
        const ls_table *table = ls_table_at(trellis, turn);
        if (table->left < 0) {
            continue;
        }
        for (int32_t word = 0; word < trellis->words; word++) {
            used[word] = 0;
        }
        for (int32_t side = 0; side < 3; side++) { /* what stays open, what is closed */
            const ls_table *at =
                !side ? table : ls_table_at(trellis, side == 1 ? table->left : table->right);
            for (int32_t place = 0; place < at->open; place++) {
                ls_field *field = ls_field_at(trellis, ls_open_of(trellis, at)[place].factor);
                if (!field->bits) {
                    LS_TRY(place_field(trellis, field, used));
                } else if (!side) {
                    take_field(field, used);
                }
            }
        }
    }
    return LS_OK;
}

/* What a join does to keys: bounds of the factors that both sides have. */
void ls_sum_keys(const ls_trellis *trellis, const ls_table *table, int32_t *inside, ls_key_sum *sum) {
    const ls_table *left = ls_table_at(trellis, table->left);
    const ls_table *right = ls_table_at(trellis, table->right);
    const ls_open *open = ls_open_of(trellis, left);
    for (int32_t word = 0; word < trellis->words; word++) {
        sum->over[word] = sum->under[word] = sum->guards[word] = 0;
        sum->keep[word] = sum->shared[word] = 0;
    }
    for (int32_t place = 0; place < left->open; place++) {
        inside[open[place].factor] = open[place].inside;
    }
    open = ls_open_of(trellis, right);
    for (int32_t place = 0; place < right->open; place++) {
        const ls_field *field = ls_field_at(trellis, open[place].factor);
        if (!inside[open[place].factor] || field->is_relation) {
            continue;
        }
        const int32_t both = inside[open[place].factor] + open[place].inside;
        const int32_t least = ls_least_in(field, both), most = ls_most_in(field, both);
        const uint64_t guard = (uint64_t)1 << (field->bits - 1);
        sum->over[field->word] |= (guard - 1 - (uint64_t)most) << field->shift;
        sum->under[field->word] |= (guard - (uint64_t)least) << field->shift;
        sum->guards[field->word] |= guard << field->shift;
        sum->shared[field->word] |= (guard - 1) << field->shift;
    }
    open = ls_open_of(trellis, left);
    for (int32_t place = 0; place < left->open; place++) {
        inside[open[place].factor] = 0;
    }
    open = ls_open_of(trellis, table);
    for (int32_t place = 0; place < table->open; place++) {
        const ls_field *field = ls_field_at(trellis, open[place].factor);
        sum->keep[field->word] |= (((uint64_t)1 << field->bits) - 1) << field->shift;
    }
}

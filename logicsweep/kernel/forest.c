/* A forest of decision diagrams (Bryant 1986): nodes are found by what they say, and restrictions are
 * remembered. */
#include "forest.h"

#include <string.h>

#define MOST_NODES (1 << 20)

typedef struct {
    uint64_t key;
    int32_t edge;
} known_edge;

static inline uint32_t unique_bucket(const ls_forest *own, int32_t place, int32_t safe, int32_t mine) {
    const uint64_t edges = (uint64_t)(uint32_t)safe << 32 | (uint32_t)mine;
    return ls_mixed(edges * 31 + (uint32_t)place, own->unique_bits);
}

static bool widen_unique(ls_forest *own) {
    const int32_t bits = own->unique_bits + 2;
    if (!ls_related_room(own, UNIQUE, (int64_t)1 << bits, sizeof(int32_t))) {
        return false;
    }
    own->unique_bits = bits;
    int32_t *buckets = ls_related(own->trellis, UNIQUE);
    const ls_node *nodes = ls_related(own->trellis, NODES);
    memset(buckets, 0xFF, sizeof(int32_t) << bits);
    for (int32_t edge = 0; edge < own->nodes_made; edge++) {
        uint32_t at = unique_bucket(own, nodes[edge].place, nodes[edge].safe, nodes[edge].mine);
        while (buckets[at] >= 0) {
            at = (at + 1) & (((uint32_t)1 << bits) - 1);
        }
        buckets[at] = edge;
    }
    return true;
}

int32_t ls_edge_to(ls_forest *own, int32_t place, int32_t safe, int32_t mine) {
    if (safe == mine || own->status != LS_OK) {
        return safe;
    }
    if (own->nodes_made == MOST_NODES) {
        own->status = LS_WIDE;
        return LS_NOTHING;
    }
    if (!ls_related_room(own, NODES, own->nodes_made + 1, sizeof(ls_node)) ||
        (2 * (int64_t)own->nodes_made >= (int64_t)1 << own->unique_bits && !widen_unique(own))) {
        own->status = LS_MEMORY;
        return LS_NOTHING;
    }
    ls_node *nodes = ls_related(own->trellis, NODES);
    int32_t *buckets = ls_related(own->trellis, UNIQUE);
    uint32_t at = unique_bucket(own, place, safe, mine);
    for (; buckets[at] >= 0; at = (at + 1) & (((uint32_t)1 << own->unique_bits) - 1)) {
        const ls_node *there = nodes + buckets[at];
        if (there->place == place && there->safe == safe && there->mine == mine) {
            return buckets[at];
        }
    }
    nodes[own->nodes_made] = (ls_node){place, safe, mine, -1, 0};
    return buckets[at] = own->nodes_made++;
}

static bool widen_known(ls_forest *own) {
    const int64_t before = own->known_bits ? (int64_t)1 << own->known_bits : 0;
    const int32_t bits = own->known_bits ? own->known_bits + 2 : 10;
    const int64_t after = (int64_t)1 << bits;
    if (!ls_related_room(own, KNOWN, before + after, sizeof(known_edge))) { /* what was there is put aside */
        return false;
    }
    known_edge *buckets = ls_related(own->trellis, KNOWN), *aside = buckets + after;
    memcpy(aside, buckets, (size_t)before * sizeof(known_edge));
    memset(buckets, 0, (size_t)after * sizeof(known_edge));
    for (int64_t old = 0; old < before; old++) {
        if (aside[old].key) {
            uint32_t at = ls_mixed(aside[old].key, bits);
            while (buckets[at].key) {
                at = (at + 1) & (uint32_t)(after - 1);
            }
            buckets[at] = aside[old];
        }
    }
    own->known_bits = bits;
    return true;
}

/* The bucket of a restriction: free, if it is not known. */
static known_edge *known_at(const ls_forest *own, uint64_t key) {
    known_edge *buckets = ls_related(own->trellis, KNOWN);
    uint32_t at = ls_mixed(key, own->known_bits);
    while (buckets[at].key && buckets[at].key != key) {
        at = (at + 1) & (((uint32_t)1 << own->known_bits) - 1);
    }
    return buckets + at;
}

int32_t ls_restricted(ls_forest *own, int32_t edge, int32_t place, bool is_mine) {
    if (edge < 0 || own->status != LS_OK) {
        return edge;
    }
    const ls_node here = ((const ls_node *)ls_related(own->trellis, NODES))[edge];
    if (here.place >= place) {
        return here.place > place ? edge : is_mine ? here.mine : here.safe;
    }
    const uint64_t key = ((uint64_t)(uint32_t)edge << 32 | (uint32_t)place << 1 | is_mine) + 1;
    const known_edge *known = known_at(own, key);
    if (known->key) {
        return known->edge;
    }
    const int32_t safe = ls_restricted(own, here.safe, place, is_mine);
    const int32_t made = ls_edge_to(own, here.place, safe, ls_restricted(own, here.mine, place, is_mine));
    if (2 * (int64_t)++own->known_made > (int64_t)1 << own->known_bits && !widen_known(own)) {
        own->status = LS_MEMORY;
        return LS_NOTHING;
    }
    *known_at(own, key) = (known_edge){key, made};
    return made;
}

ls_status ls_begin_forest(ls_forest *own) {
    return widen_known(own) && widen_unique(own) ? LS_OK : LS_MEMORY;
}

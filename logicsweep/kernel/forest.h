/* Decision diagrams that share their nodes, so that edges to equal diagrams are equal; and where a trellis
 * keeps what it knows of relations. */
#ifndef LOGICSWEEP_FOREST_H
#define LOGICSWEEP_FOREST_H

#include "trellis.h"

/* In `related` of a trellis. */
enum {
    NODES,   /* ls_node: the forest */
    UNIQUE,  /* int32_t: buckets, nodes by what they say */
    KNOWN,   /* buckets of forest.c, restrictions by what is restricted */
    ROOTS,   /* int32_t: the edge to each diagram, then those to the nodes of one */
    ENDS,    /* int32_t: of each end, `stamp` and `state` as in a node */
    SETS,    /* of relations.c */
    NUMBERS, /* int32_t */
    OPEN,    /* int32_t: of each open factor of a table, its set; -1 if it is no relation */
    TIES,    /* int32_t: the same of the factors of boxes */
    HELD,    /* int32_t: the same by factor, while a join is looked at */
    MERGES,  /* ls_merge */
    STARTS,  /* int32_t: of each table, its first merge */
    ROWS,    /* int32_t: of `ls_group` */
    KEYS     /* uint64_t */
};

/* An edge is the number of a node, or ~e for the e-th end. `state` is that of the edge to the node in the
 * set with the number `stamp`. */
typedef struct {
    int32_t place, safe, mine, stamp, state;
} ls_node;

#define LS_NOTHING (~0) /* the end of weight 0 */

typedef struct {
    ls_context *context;
    ls_trellis *trellis;
    int32_t nodes_made, known_made, unique_bits, known_bits;
    ls_status status; /* as functions return edges */
} ls_forest;

static inline void *ls_related(const ls_trellis *trellis, int32_t which) {
    return trellis->related[which].items;
}
static inline bool ls_related_room(const ls_forest *forest, int32_t which, int64_t count, size_t item) {
    return ls_room(&forest->context->memory, &forest->trellis->related[which], count, item);
}
/* The bucket of a key, of 2 to the power of `bits`. */
static inline uint32_t ls_mixed(uint64_t key, int32_t bits) {
    key = (key ^ key >> 32) * 0x9E3779B97F4A7C15u;
    return (uint32_t)((key ^ key >> 29) * 0xBF58476D1CE4E5B9u >> (64 - bits));
}

/* Begin without nodes. */
ls_status ls_begin_forest(ls_forest *forest);
/* The edge to a node, made if need be; if both of its edges are equal, that edge. */
int32_t ls_edge_to(ls_forest *forest, int32_t place, int32_t safe, int32_t mine);
/* Follow an edge once a cell is known (Bryant's restriction). */
int32_t ls_restricted(ls_forest *forest, int32_t edge, int32_t place, bool is_mine);

#endif

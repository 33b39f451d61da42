/* A whole small game: all its layouts, and what is known of its positions. See optimum.c. */
#ifndef LOGICSWEEP_OPTIMUM_H
#define LOGICSWEEP_OPTIMUM_H

#include "door.h"
#include "endgame.h"

/* The most cells of a game: a key has a nibble for each, and a row a byte. */
#define LS_OPTIMUM_CELLS 32
/* The values that a nibble has room for; two more stand for a mine and for what is open. */
#define LS_OPTIMUM_VALUES 14
/* The table is in so many parts, so that threads seldom wait for each other. */
#define LS_SHARDS 64
/* A level of the search takes so many numbers for each layout: one for its list, two for its choices. */
#define LS_OPTIMUM_ROOM 3
/* So many threads may search a game at once. */
#define LS_OPTIMUM_THREADS 64

/* What is decided in a position, a nibble a cell. */
typedef struct {
    uint64_t low, high;
} ls_key;

typedef struct {
    ls_key key;
    int32_t lower, upper; /* `upper` 0: an empty place */
} ls_valued;

typedef struct {
    volatile char lock;
    ls_array places;
    int64_t room, made;
} ls_shard;

/* The positions that a thread searches now, the outermost first. */
typedef struct {
    bool is_taken;
    int32_t depth;
    ls_key keys[LS_OPTIMUM_CELLS + 1];
} ls_busy;

struct ls_optimum {
    ls_memory memory;
    int32_t cells, mines, layouts, symmetries;
    uint32_t near[LS_OPTIMUM_CELLS];
    uint8_t *images;    /* [symmetry][cell]: the cell that comes to be there */
    uint32_t *masks;    /* by layout: its mines */
    uint8_t *rows;      /* [layout][LS_OPTIMUM_CELLS]: what a cell shows, plus 1; 0 for a mine */
    uint8_t *columns;   /* [cell][layout]: what a cell shows; values[cell] for a mine */
    int32_t *cliques;   /* by layout, ascending: those of one clique are rivals of each other */
    int32_t values[LS_OPTIMUM_CELLS];
    ls_hidden hidden;   /* for the search of small sets */
    ls_shard shards[LS_SHARDS];
    volatile char lock; /* of what is below, and of the memory */
    ls_busy busy[LS_OPTIMUM_THREADS];
};

static inline void ls_lock(volatile char *lock) {
    while (__atomic_test_and_set(lock, __ATOMIC_ACQUIRE)) {
    }
}

static inline void ls_unlock(volatile char *lock) { __atomic_clear(lock, __ATOMIC_RELEASE); }

static inline bool ls_is_same(ls_key one, ls_key other) {
    return one.low == other.low && one.high == other.high;
}

/* ---- optimum_table.c ---- */

/* What is known of a position; LS_UNBOUNDED for nothing. */
ls_bounds ls_recall(ls_optimum *game, ls_key key);
/* Keep the result of a search; false without memory. */
bool ls_remember(ls_optimum *game, ls_key key, int64_t value, int64_t alpha);

/* ---- optimum.c ---- */

/* What can be won of a set: of the parts after a cell is opened, or, with cell -1, of the set itself.
 * A value above alpha is exact, else it is an upper bound. Without LS_OK it means nothing. `room` is for
 * LS_OPTIMUM_ROOM numbers for each layout of each level: a level opens another cell. */
int64_t ls_position_value(ls_optimum *game, ls_context *context, ls_busy *busy, const int32_t *list,
                          int32_t length, int32_t cell, int32_t *room, int64_t alpha,
                          ls_status *status);

#endif

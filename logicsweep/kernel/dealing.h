/* The common ground of repair.c, deal.c and positions.c: the numbers of a seed, and games in dealt
 * layouts. */
#ifndef LOGICSWEEP_DEALING_H
#define LOGICSWEEP_DEALING_H

#include "door.h"

/* A layout, and a game in it: arrays as of `ls_board_to_reach`, `truth` and `states` with an entry for
 * the padding of `near`, which is no clue, not covered and no mine. */
typedef struct {
    int8_t *truth, *states;
    int32_t *order;
} ls_game;

/* A layout in the making. */
typedef struct {
    ls_context *context;
    ls_layout_to_deal *asked;
    uint64_t source;       /* the state of the generator */
    ls_game game, changed; /* the layout at hand, and what repairs would make of it */
    ls_game trial;         /* plays the layout at hand again; it has no `truth` of its own */
    int32_t room;          /* cells that may hold mines */
    uint8_t *is_fixed;     /* [size]: the others */
    uint8_t *is_outside;   /* [size]: undecided cells that no clue is about */
    int32_t *cells;        /* [size]: room for a list of cells */
} ls_dealing;

/* Mines to move: cells that become safe, and as many that become mines. */
typedef struct {
    int32_t count;
    int32_t cleared[LS_DEGREE], mined[LS_DEGREE];
} ls_moves;

/* The next output of the generator SplitMix64, by Steele, Lea and Flood ("Fast splittable pseudorandom
 * number generators", OOPSLA 2014). */
static inline uint64_t ls_output(uint64_t *source) {
    *source += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t mixed = *source;
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ (mixed >> 31);
}

/* A number below a positive bound. */
static inline int32_t ls_below(uint64_t *source, int32_t bound) {
    const int32_t unused = 32 + __builtin_clz((uint32_t)bound);
    uint64_t number;
    do {
        number = ls_output(source) >> unused;
    } while (number >= (uint64_t)bound);
    return (int32_t)number;
}

/* A number from 0 up to 1. */
static inline double ls_fraction(uint64_t *source) {
    return (double)(ls_output(source) >> 11) * 0x1p-53;
}

/* Put `count` of the `length` items into random order at the front: a shuffle by Fisher and Yates. */
static inline void ls_sample(uint64_t *source, int32_t *items, int32_t length, int32_t count) {
    for (int32_t place = 0; place < count; place++) {
        const int32_t drawn = place + ls_below(source, length - place);
        const int32_t item = items[place];
        items[place] = items[drawn];
        items[drawn] = item;
    }
}

/* Make room, and see which cells stay free of mines; LS_CLASH if the mines do not fit beside them. */
ls_status ls_begin_to_deal(ls_dealing *dealing);
/* Draw the next layout of the generator. */
ls_status ls_draw_layout(ls_dealing *dealing);

/* Show of a cell that is not a mine how many mines are around it. */
void ls_show_clue(const ls_dealing *dealing, int8_t *truth, int32_t number);
/* Start a game, or go back in it: `order` holds the cells that are open. */
void ls_cover(const ls_dealing *dealing, ls_game *game);
/* Advance a game by steps up to a level, 0 for any; `left` safe cells stay covered. */
ls_status ls_play(const ls_dealing *dealing, const ls_game *game, int32_t level, int32_t *left);

/* Note how many cells the game at hand has opened, if that is the best so far. */
static inline void ls_note_opened(const ls_dealing *dealing) {
    const int32_t opened = dealing->game.order[0];
    if (opened > dealing->asked->opened) {
        dealing->asked->opened = opened;
    }
}

/* Move mines of the layout at hand until steps up to a level open all safe cells; `is_solved` is false
 * where nothing more helps. */
ls_status ls_repair(ls_dealing *dealing, int32_t level, bool *is_solved);
/* Move any mine to any cell; false if there is none to move. */
bool ls_disturb(ls_dealing *dealing);

#endif

/* Parts of a board as boards of their own, and what the files that ask about them share. */
#ifndef LOGICSWEEP_EXCERPT_H
#define LOGICSWEEP_EXCERPT_H

#include "door.h"

#define LS_STATE_COVERED (-1)
#define LS_STATE_FLAGGED (-2)
#define LS_STATE_KNOWN_MINE (-3)
#define LS_STATE_NO_CLUE (-4)

static inline bool ls_is_covered(int8_t state) {
    return state == LS_STATE_COVERED || state == LS_STATE_FLAGGED;
}

/* A board without uncertain clues; the neighbours are as for `ls_load`. */
typedef struct {
    int32_t size, degree;
    const int32_t *near;
    int8_t *states;
} ls_ground;

/* Some clues of a board and the cells around them, as a board: first the clues, in the given order, then
 * the given cells, then all other covered cells and known mines around the clues. It lives until the next
 * one is made. */
typedef struct {
    ls_ground board;
    int32_t clues, known; /* how many clues, and known mines */
    const int32_t *numbers; /* of its cells on the whole board */
} ls_excerpt;

/* LS_WIDE where a cell has more clues around it than neighbours. */
ls_status ls_make_excerpt(ls_context *context, const ls_ground *ground, const int32_t *clues,
                          int32_t clues_count, const int32_t *cells, int32_t cells_count,
                          ls_excerpt *made);
/* Decide what its clues decide, and make its components, uncounted; the mine count has these bounds, or
 * is unknown if `upper` is negative. The board in the context is another one afterwards. */
ls_status ls_begin_excerpt(ls_context *context, const ls_excerpt *excerpt, int64_t lower,
                           int64_t upper);

/* Drop as many of some clues of an excerpt as leave a conflict: all at once if that can be, else first of
 * the second half, then of the first. `ask` answers LS_CLASH for a conflict; there is one before. */
ls_status ls_drop(const ls_ground *ground, const ls_excerpt *excerpt, int32_t first, int32_t count,
                  ls_status (*ask)(void *own, const ls_excerpt *excerpt), void *own);
/* Write the clues that were not dropped; returns their number. */
int32_t ls_left(const ls_excerpt *excerpt, int32_t *clues);

/* List the clues around a cell that are not listed so far. */
void ls_list_around(const ls_ground *ground, int32_t cell, int32_t *is_listed, int32_t *clues,
                    int32_t *listed);
/* The same of those that share a covered cell with a clue. */
void ls_list_beside(const ls_ground *ground, int32_t clue, int32_t *is_listed, int32_t *clues,
                    int32_t *listed);

/* A minimal set of clues that conflict with a mine count of lower..upper: `count` of them, -1 if they do
 * not conflict. LS_CLASH if the clues conflict without it; `near` is a clue near that conflict then. An
 * `upper` that is negative stands for any mine count. The clues live until the next call. */
ls_status ls_mus_with_total(ls_context *context, const ls_ground *ground, int64_t lower,
                            int64_t upper, int32_t *count, const int32_t **clues, int32_t *near);

#endif

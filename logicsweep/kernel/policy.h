/* What the two files of the policy share. See policy.c. */
#ifndef LOGICSWEEP_POLICY_H
#define LOGICSWEEP_POLICY_H

#include "endgame.h"

/* Bytes that are looked at together. */
#define LS_LANES 16
/* A byte of a row, less than this: one more than a cell shows, 0 for a mine. */
#define LS_BYTES (LS_DEGREE + 2)
/* Cells are compared in a set of more layouts by about so many. */
#define LS_SAMPLED 512
/* What counts as one layout in a score: the safest next cell counts four times, the second once. */
#define LS_SAFEST 4
#define LS_SECOND 1

typedef uint8_t ls_lanes __attribute__((vector_size(LS_LANES)));

/* Layouts, by row: what `cells` cells show in them, and dead cells up to `stride` bytes. */
typedef struct {
    const uint8_t *bytes;
    const int32_t *layouts; /* by row: which one it is */
    int32_t stride, cells;
} ls_sheet;

/* What some rows have in each column: mines; what the first safe cell shows; and where another safe
 * cell shows something else, so that the cell is living, not 0. */
typedef struct {
    int32_t *mines;
    ls_lanes *shown, *apart;
} ls_look_of;

/* The player, while it plays. */
typedef struct {
    ls_search search;
    uint8_t *shown; /* room for a byte a layout */
    int32_t sample[2 * LS_SAMPLED];
} ls_player;

static inline const uint8_t *ls_row_at(const ls_sheet *sheet, int32_t row) {
    return sheet->bytes + (int64_t)row * sheet->stride;
}

static inline bool ls_is_living(const ls_look_of *seen, int32_t cell) {
    return ((const uint8_t *)seen->apart)[cell] != 0;
}

void ls_look_at(const ls_sheet *sheet, const int32_t *list, int32_t length, ls_look_of *seen);
/* Part rows by what a cell shows: those with byte v end in `room` at ends[v], and begin where those with
 * v - 1 end. Return the greatest byte. */
int32_t ls_part_rows(ls_player *player, const ls_sheet *sheet, const int32_t *list, int32_t length,
                     int32_t cell, int32_t *room, int32_t *ends);
/* In how many layouts of a set the safest living cell is safe: what can be won of it is no more. The
 * blend with the second safest goes to `score`. */
int64_t ls_next_safety(const ls_sheet *sheet, const int32_t *list, int32_t length,
                       ls_look_of *seen, int64_t *score);
/* Draw a sample of about `size` layouts of more, less than twice as many, by their names. */
int32_t ls_sampled(const ls_player *player, const ls_sheet *sheet, const int32_t *list,
                   int32_t length, int32_t size, int32_t *sample);
/* How many layouts of a set the player wins. */
int64_t ls_won_of(ls_player *player, const ls_sheet *sheet, const int32_t *list, int32_t length);

#endif

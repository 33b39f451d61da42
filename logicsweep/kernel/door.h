/* The functions that other languages call, and what their files share. Python reads the declarations here,
 * see `headers.py`. */
#ifndef LOGICSWEEP_DOOR_H
#define LOGICSWEEP_DOOR_H

#include "kernel.h"

/* What is said to a question that the board in the context does not answer: if there is none, as
 * after a change that was stopped. */
#define LS_NONE LS_WIDE

/* The components of the board at hand, one after the other; it lives until the next call. For each:
 * how many boxes and clues it has, its lowest and its number of mine counts, and whether its counts
 * are whole numbers in doubles; then where the cells of each box end, the cells, and its clues. With
 * counts, these are in `counts`: by number of mines, then for each box the mines in it. */
typedef struct {
    int64_t numbers_count, counts_count;
    const int32_t *numbers;
    const int64_t *counts;
} ls_components_found;

/* Exact counts, as in `ls_exact`. What it points to lives until the next call; `boxes` is NULL where counts by
 * box were not asked, or would take much more: long products are faster in Python. */
typedef struct {
    int32_t limbs, lowest, length, rows;
    const uint64_t *counts, *boxes;
    const int32_t *held;
} ls_numbers;

/* Products of limbs; in Python twice as many take as long. */
#define LS_BRIEF_JOIN 1e6

/* The most cells of a half of a swap, and the most of its ends that are undecided. */
#define LS_HALF 8
#define LS_OPEN_ENDS 8
/* Entries as of `ls_tell`. */
#define LS_IS_MINE (-3)
#define LS_IS_SAFE (-4)

/* A swap whose ends all are mines in some layout with the mines of the swap in its first half, and
 * nowhere else in it: such layouts have the probability `share`; `is_counted` tells whether their number
 * was written. Bit i of `now` tells whether its i-th
 * cell is a mine only if all of that, or the same with the halves swapped, is so. Then, if `now` has all
 * bits, `is_unavoidable` tells whether there is a mine in the cells of the swap in all layouts. */
typedef struct {
    int32_t swap, now, is_unavoidable, is_counted;
    double share;
} ls_fifty;

/* `count` swaps: the cells of the first half, then of the second, [2 * half][count]; and the ends,
 * [count][most_ends], padded with the number of cells. Swaps with more than `most_open` undecided ends,
 * or a safe one, are left out. `marginals` are those of the board at hand; a cell is looked at for `now`
 * if its marginal is within `close` of the share. `found` has room for all, `made` are written. `layouts`
 * has room for the first `room`, in numbers of `limbs` limbs; the others are not counted. */
typedef struct {
    int32_t count, half, most_ends, most_open, limbs, room, made;
    const int32_t *cells, *ends;
    const double *marginals;
    double close;
    ls_fifty *found;
    uint64_t *layouts;
} ls_swaps;

/* What opening each of some cells comes to. `marginals` are those of the board at hand, `second` is the
 * weight of the second safest cell. Survival is the next goal, if it is higher and the cell may show
 * more than one clue. A cell is not looked at where its own safety is below the goal by `close`: clues[i]
 * is 0 then. Once the same is sure of its survival, with what remains, it is cut. Written are the number of clues that were summed, the probability to
 * survive the cell and the next click over them, and that of the other clues. */
typedef struct {
    int32_t count;
    const double *marginals;
    double second, goal, close;
    const int32_t *cells;
    int32_t *clues, *is_cut;
    double *survivals, *remaining;
} ls_outlooks;

/* What opening each of some cells and two more comes to. `marginals` are those of the board at hand;
 * `replies` cells at most are compared for the second click, and the third is as in `ls_outlooks`.
 * survivals[i] becomes the probability to survive all three: an upper bound, and is_cut[i], once it is
 * sure that it is less by `close` than one before it. */
typedef struct {
    int32_t count, replies;
    const double *marginals;
    double second, close;
    const int32_t *cells;
    int32_t *is_cut;
    double *survivals;
} ls_further;

/* Groups of covered cells that have the same marginal: those proved safe, those proved mines, those in
 * no component, then every box. `mines` has the mines in each group, summed over all layouts, where the
 * first two groups are taken for one cell each: of the second it is the number of layouts. `numbers`
 * has the size of each group (1 if it is empty), the covered cells, and the group of each cell. */
typedef struct {
    int32_t limbs, groups, cells;
    const uint64_t *mines;
    const int32_t *numbers;
} ls_fractions_found;

/* Models of a component: `count` records of so many bytes, in each a byte for each of the cells from
 * byte `offset` on, 1 for a mine, box by box. They live until the next call. */
typedef struct {
    int64_t count, record;
    int32_t offset, cells;
    const uint8_t *records;
} ls_models;

/* Models of a component that show what its boxes can hold: `count` of them, with the mines of each box;
 * and the numbers of mines of all models, as bits in `words` of 64. They live until the next call. */
typedef struct {
    int64_t count;
    int32_t words;
    const uint8_t *mines;
    const uint64_t *support;
} ls_models_shown;

/* What is hidden: by layout, the clue that each cell would show, 255 for a mine; and what the layout
 * weighs (NULL: each 1), below 2^62 in all. All layouts have the same number of mines. */
typedef struct {
    int32_t layouts, cells;
    const uint8_t *values;
    const int64_t *weights;
} ls_hidden;

/* The layouts of a part of the board at hand, ready for `ls_endgame`, and the numbers of its cells, in
 * order. They live until the next call of any other function. */
typedef struct {
    ls_hidden hidden;
    const int32_t *numbers;
} ls_layouts_found;

/* A part of the board at hand that can be played by itself: `count` covered cells, in order, from place
 * `first` on. `undecided` of them are not proved safe. Cells that are proved mines are in no part, unless
 * the mine count alone proves that for cells beside clues. In even parts all layouts have as many mines.
 * `layouts` is their number, and in `won` of them the best player opens all safe cells and no mine; -1 if
 * that was not worked out. */
typedef struct {
    int64_t layouts, won;
    int32_t first, count, undecided, is_even;
} ls_part_found;

/* The parts of the board at hand, in the order of their first cells, with the `cells` of all. `numbers`
 * has the number of each cell; `won` in how many layouts of its part the best player wins if that cell
 * is opened first, -1 if that was not worked out. They live until the next call. */
typedef struct {
    int32_t parts, cells;
    const ls_part_found *part;
    const int32_t *numbers;
    const int64_t *won;
} ls_winning;

/* A layout, and a position in it: `truth` is by cell the clue that it shows, -3 for a mine; `states`
 * and the neighbours are as for `ls_load`, without uncertain clues. What is opened is added to
 * `states` and to `order`, which has its own length before its items; mines that are proved become
 * known mines. With level 1 or 2, no deduction takes more sources together; with 0, any. */
typedef struct {
    int32_t size, degree, level;
    const int32_t *near;
    const int8_t *truth;
    int8_t *states;
    int64_t lower, upper;
    int32_t *order;
} ls_board_to_reach;

/* A layout to be dealt from a seed on an ordinary board with so many mines. The neighbours are as for
 * `ls_load`; `start` is the cell that is opened first, -1 for none; `first_click` says what it keeps
 * free of mines: nothing (0), itself (1), or its neighbours as well (2). With `no_guess`, from the
 * start, which is safe, proofs lead to all safe cells, under the mine count if `uses_total`; the hardest
 * step has a level from `least_level` to `most_level`, which is -1 for any.
 *
 * Written are, as the search goes on, the number of layouts that were drawn, whether the last ones are
 * repaired, and the most safe cells that were opened in one that was not taken; in the end how many
 * mines repairs have moved, and `is_mine` by cell. */
typedef struct {
    uint64_t seed;
    int32_t size, degree, mines, start, first_click;
    int32_t no_guess, uses_total, least_level, most_level;
    int32_t tries, is_repaired, opened, moved;
    const int32_t *near;
    uint8_t *is_mine;
} ls_layout_to_deal;

/* Positions to be made, `count` of them, each from its seed, on an ordinary board with so many mines. The
 * neighbours and `first_click` are as for `ls_layout_to_deal`; with `flood`, opening a 0 opens its
 * neighbours. Written are, by position and cell, the clue or -1 for a covered cell, and whether there is
 * a mine; and by position a status: without LS_OK the position means nothing. */
typedef struct {
    int32_t size, degree, mines, first_click, flood;
    int64_t count;
    const int32_t *near;
    const uint64_t *seeds;
    int8_t *states;
    uint8_t *is_mine;
    int32_t *statuses;
} ls_positions_to_make;

/* What stands for the mine count where a source is the number of a clue, and for no source. */
#define LS_MINE_COUNT (-1)
#define LS_NO_SOURCE (-2)

/* Verdicts, of `count` ordinary boards of one size with so many mines, to be proved from one or two
 * sources. `verdicts` are as `ls_verdicts` writes them, the rest as for `ls_load`, without uncertain
 * clues. Written are, unless they are NULL, the level of each board (0 if no cell is decided, 3 if some
 * step takes more than two sources), and two numbers for each cell: a smallest set of sources that proves
 * its verdict alone, if one or two do. Of several it is a clue before the mine count, two clues before
 * one with the mine count, and then the first. */
typedef struct {
    int32_t size, degree, mines;
    int64_t count;
    const int32_t *near;
    const int8_t *states, *verdicts;
    int8_t *levels;
    int32_t *sources;
} ls_easy_to_find;

/* How the verdicts on a board are shown, beside by single clues. With `asks_all`, which is read, what
 * single clues refute is left for the solver as well.
 *
 * `unproved` is -1 if every undecided cell has a mine in one layout and none in another, and these were
 * added up; else see `ls_proved`. `to_refute` cells were decided by tables alone. Then `numbers` has,
 * until the next call, what is to be shown of them, in claims one after the other: how many numbers a
 * claim has; how many literals, clues, clues that are near, and variables; whether it has all clues that
 * hang together with it (1), or all clues and the mine count (2); the literals, of which some one being
 * false contradicts the clues; of each clue its number, bounds and the number of its variables, these,
 * and these negated; and the cells of the variables, which count from 1. The mine count is the last
 * clue, of cell -1, in which cells that are no variables have any number of mines. */
typedef struct {
    int64_t to_refute, numbers_count;
    int32_t unproved, asks_all;
    const int32_t *numbers;
} ls_certified;

/* Some clues of a board, none of them uncertain, in order; the rest as for `ls_load`. The `answer` has
 * the number of deductions, then for each its clue, whether it decides mines, how many cells, and these;
 * it has room for one number and four for each covered cell. */
typedef struct {
    int32_t size, degree, count, safe_first;
    const int32_t *near;
    const int8_t *states;
    const int32_t *clues;
    int32_t *answer;
} ls_singles;

/* A board without uncertain clues; all as for `ls_load`. */
typedef struct {
    int32_t size, degree;
    const int32_t *near;
    const int8_t *states;
    int64_t lower, upper;
} ls_plain_board;

/* `shared` is NULL, or three numbers that live as long as the context: while the first is not 0,
 * calls stop; the others are set when marginals are written: whether some depend on a density, if
 * none is known, and whether some cell is decided under the mine count only. */
LS_API ls_context *ls_new(int64_t most_bytes, int32_t *shared);
LS_API void ls_delete(ls_context *context);
LS_API void ls_empty(ls_context *context);
LS_API void ls_limits(ls_context *context, int64_t most_numbers, int64_t most_work);
LS_API int64_t ls_taken(const ls_context *context);
LS_API int32_t ls_load(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                       const int8_t *states, int64_t lower, int64_t upper, double density,
                       double odds, const int32_t *uncertain, const double *weights, double *marginals);
LS_API int32_t ls_marginals(ls_context *context, double *marginals);
LS_API int32_t ls_tell(ls_context *context, const int32_t *numbers, const int32_t *values,
                       int32_t count);
LS_API int32_t ls_what_if(ls_context *context, const int32_t *numbers, const int32_t *values,
                          int32_t count, double *marginals, double *log2_mass);
/* These ask about the board at hand; anything but LS_OK leaves all open. */
LS_API int32_t ls_fifties(ls_context *context, ls_swaps *asked);
/* Writes the undecided cells around each clue that needs one mine in two of them; returns how many such
 * pairs there are, 0 without a board. */
LS_API int32_t ls_links(const ls_context *context, const double *marginals, int32_t *pairs);
LS_API int32_t ls_look_ahead(ls_context *context, const ls_outlooks *asked);
LS_API int32_t ls_look_further(ls_context *context, const ls_further *asked);
LS_API int32_t ls_batch(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                        int64_t count, const int8_t *states, const int64_t *bounds, double density,
                        double odds, double *marginals, int32_t *statuses);
LS_API int32_t ls_list(ls_context *context, ls_components_found *found);
LS_API int32_t ls_exactly(ls_context *context, int32_t place, ls_numbers *found);
/* LS_WIDE for clues with weights, and for what takes more than `most_work` products of limbs, about; with
 * LS_BRIEF_JOIN these are the boards that Python counts as fast. Without a mine count all layouts with
 * any number of mines are counted, each once: no density weighs them. */
LS_API int32_t ls_fractions(ls_context *context, double most_work, ls_fractions_found *found);
/* In every component that `ls_list` lists with counts, the model of each draw: `places` says by draw
 * and component which of its numbers of mines it has, `ranks` which it is of the models with as many.
 * Its mines are written to `layouts`, by draw and cell; nothing else is changed there. */
LS_API int32_t ls_draw(ls_context *context, int32_t draws, const int32_t *places,
                       const int64_t *ranks, uint8_t *layouts);
LS_API int32_t ls_component_exactly(ls_context *context, const ls_problem *problem, int32_t boxes,
                                    ls_numbers *found);
LS_API int32_t ls_component_marginals(ls_context *context, const ls_problem *problem,
                                      const double *message, int32_t lowest, int32_t length,
                                      double *marginals);
/* The models with an allowed number of mines (allowed[n] is not 0); LS_WIDE if there are more than
 * `most`. */
LS_API int32_t ls_component_models(ls_context *context, const ls_problem *problem,
                                   const uint8_t *allowed, int64_t most, ls_models *found);
/* Few models that show every box with a mine and with a safe cell, as far as any model does; with
 * `allowed` (by number of mines) as far as any does that has an allowed number. With `is_brief`, LS_WIDE
 * at the first sight of large tables. */
LS_API int32_t ls_component_show(ls_context *context, const ls_problem *problem,
                                 const uint8_t *allowed, int32_t is_brief, ls_models_shown *found);
/* Which boxes are all safe (0), all mines (1) or neither (2) in all models with an allowed number of
 * mines, of which there is one. */
LS_API int32_t ls_component_possible(ls_context *context, const ls_problem *problem,
                                     const uint8_t *allowed, uint8_t *decided);
/* What can be won, by weight, if one of the `tried` cells is opened first: exactly if that is above
 * `alpha` and, unless `is_each`, not below the cells before, else an upper bound. LS_WIDE for very many
 * cells. */
LS_API int32_t ls_endgame(ls_context *context, const ls_hidden *hidden, const int32_t *tried,
                          int32_t count, int64_t alpha, int32_t is_each, int64_t *values);
/* Play all layouts by a policy, see policy.c: in `values`, by cell, how many are won if it is opened
 * first; the best play wins no fewer. -1 for a cell that shows the same wherever it is safe; unless
 * `is_each`, also for one that was not compared, and for one that does not win more than the best, or as
 * much with a lower number. LS_WIDE for weights and for very many cells. */
LS_API int32_t ls_policy(ls_context *context, const ls_hidden *hidden, int32_t is_each,
                         int64_t *values);
/* Solve the parts of the board at hand that are even and have at most `most` layouts. As far as it was
 * worked out: if a cell is safe in all layouts of a part, the part is won as often with any such cell
 * first, and no other cell is looked at; else with `is_each` all cells are, and without it, which is
 * faster, the best ones. The layouts of the board are all combinations of those of its parts, so that
 * numbers multiply. LS_WIDE where layouts do not weigh the same, since clues have weights. */
LS_API int32_t ls_win(ls_context *context, int32_t most, int32_t is_each, ls_winning *found);
/* All layouts of the part that has a cell. LS_WIDE if no part has it, or the part is not even, or there
 * are more than `most`. */
LS_API int32_t ls_layouts_of(ls_context *context, int32_t cell, int32_t most,
                             ls_layouts_found *found);
/* Open what is proved safe, one cell after the other, until nothing is. LS_CLASH if the position and
 * the layout disagree. After any other status but LS_OK, what was opened was proved, and the same call
 * goes on from there. The board in the context is another one afterwards. */
LS_API int32_t ls_reach(ls_context *context, const ls_board_to_reach *board);
/* Deal a layout from a seed, as docs/reference/seeds.md defines it. LS_CLASH if the mines do not fit
 * beside the cells that stay free; LS_WIDE for levels above 2, and with `no_guess` for a start that is
 * not protected. After any other status but LS_OK, there may be a layout. The board in the context is
 * another one afterwards. */
LS_API int32_t ls_deal(ls_context *context, ls_layout_to_deal *asked);
/* Decide what single clues decide, always by the first that decides anything; with `safe_first`, one of
 * safe cells if there is any. The board in the context stays. */
LS_API int32_t ls_single_clues(ls_context *context, const ls_singles *board);
LS_API double ls_log2_mass(const ls_context *context);
/* The verdict on every cell: 1 a mine, 0 safe, -1 undetermined, -2 not covered; with `found`, what shows
 * it. Arguments are as for `ls_load`. Nothing is counted; the board does not stay in the context. */
LS_API int32_t ls_verdicts(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                           const int8_t *states, int64_t lower, int64_t upper,
                           const int32_t *uncertain, const double *weights, int8_t *verdicts,
                           ls_certified *found);
/* As `ls_batch`, the verdicts of `ls_verdicts`. Those of a board whose status is not LS_OK mean nothing. */
LS_API int32_t ls_verdicts_of_many(ls_context *context, int32_t size, int32_t degree,
                                   const int32_t *near, int64_t count, const int8_t *states,
                                   const int64_t *bounds, int8_t *verdicts, int32_t *statuses);

/* Find sources that force a covered cell to be a mine, or safe; with cell -1, that conflict. Without
 * any one of them the others do not. The mine count is among them only if the clues do not suffice. A
 * clue that forces a cell alone comes first. The `answer` has room for so many numbers (2 and one for each
 * clue suffice): how many clues, whether the mine count is needed, and the clues, ascending. 0 and 0 say
 * that the verdict does not follow, or that the board is consistent. Anything but LS_OK leaves the question open. The board in the context does not stay. */
LS_API int32_t ls_mus(ls_context *context, const ls_plain_board *board, int32_t cell, int32_t mine,
                      int32_t room, int32_t *answer);
/* Find a layout with a mine in a covered cell, and one without; by cell 1 for a mine (known ones,
 * too), else 0. They differ in a minimal set of cells: no layout that has the cell as in one of them
 * differs from the other in a part of these. LS_CLASH if the cell is decided, or no layout agrees with
 * the board. Anything else but LS_OK leaves the question open. The board in the context does not stay. */
LS_API int32_t ls_pair(ls_context *context, const ls_plain_board *board, int32_t cell, uint8_t *mine,
                       uint8_t *safe);

/* Make positions from seeds, as docs/reference/seeds.md defines them; LS_STOPPED if that was cancelled.
 * The board in the context is another one afterwards. */
LS_API int32_t ls_positions(ls_context *context, const ls_positions_to_make *asked);

/* Find easy proofs. LS_CLASH where a verdict is wrong; anything but LS_OK leaves all open. */
LS_API int32_t ls_easy_proofs(ls_context *context, const ls_easy_to_find *asked);

typedef struct ls_optimum ls_optimum;

/* A game of so many mines on a board, `near` as in `ls_load`, at most 32 cells. `images` are symmetries,
 * [symmetry][cell]: permutations of the cells that keep neighbours, the first one the identity. */
typedef struct {
    int32_t cells, degree, mines, symmetries;
    const int32_t *near;
    const uint8_t *images;
    int64_t most_layouts, most_bytes;
} ls_whole_game;

/* The layouts that agree with what is shown, and how many of them are won. */
typedef struct {
    int64_t layouts, won;
} ls_whole_won;

/* Make a game ready; NULL, with the reason, where that cannot be done: LS_WIDE for more layouts than
 * allowed, and for boards that are too large. Threads, each with a context, may share it. */
LS_API ls_optimum *ls_optimum_new(ls_context *context, const ls_whole_game *asked,
                                  int32_t *status);
LS_API void ls_optimum_delete(ls_optimum *game);
/* What the best player wins of a position: by cell its clue, -1 where it is covered. The cell is opened
 * first, or the best one for -1. The number is exact if it is above alpha, else an upper bound. */
LS_API int32_t ls_optimum_value(ls_context *context, ls_optimum *game, const int8_t *shown,
                                int32_t cell, int64_t alpha, ls_whole_won *found);

/* The beginning of `ls_load`: read a board, decide and count its components. */
ls_status ls_begin(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                   const int8_t *states, int64_t lower, int64_t upper, double density, double odds,
                   const int32_t *uncertain, const double *weights);

/* After `ls_check`: write `numbers`. */
/* After `ls_check`, which leaves where uncertain clues are: which decided cells single clues prove, once
 * they are taken to be otherwise; by cell, until the next call. Those of `by_clues` without the mine count,
 * the others of `verdicts`, if it is another array, with it. */
ls_status ls_probe(ls_context *context, const int8_t *states, const int32_t *uncertain,
                   const int32_t *uncertain_at, const int8_t *by_clues, const int8_t *verdicts,
                   const uint8_t **proved);
ls_status ls_to_refute(ls_context *context, const int8_t *states, const int32_t *uncertain,
                       const int8_t *verdicts, const int8_t *by_clues, ls_certified *found);

/* `ls_load` as a part of a call that counts its work. */
ls_status ls_load_within(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                         const int8_t *states, int64_t lower, int64_t upper, double density,
                         double odds, const int32_t *uncertain, const double *weights,
                         double *marginals);

/* `ls_reach` as a part of a call that counts its work. */
ls_status ls_reach_within(ls_context *context, const ls_board_to_reach *board);

/* Enter cells of the board at hand to try them, and once more on top of that. Only after LS_OK they have
 * to be taken back, the last ones first, and after anything else the board is as it was. */
ls_status ls_try(ls_context *context, const int32_t *numbers, const int32_t *values,
                 int32_t count);
void ls_take_back(ls_context *context);
/* After `ls_try`: enter another cell, to be taken back together. */
ls_status ls_try_more(ls_context *context, int32_t number, int32_t value);

/* The beginning of a change: enter cells, and decide what single clues decide. The components around
 * them are given up, and their clues, with those entered, added to `active` for `ls_part`. */
ls_status ls_enter_cells(ls_context *context, const int32_t *numbers, const int32_t *values,
                         int32_t count, int64_t *clues);
/* The end of changes for good: move the components that are left together, once most of the places are
 * empty. */
void ls_tidy(ls_context *context);

/* The number of layouts of the board at hand, joined, under a mine count; it lives until the next call.
 * LS_WIDE where the kernel does not count them. */
ls_status ls_layouts(ls_context *context, int32_t *limbs, const uint64_t **layouts);

/* `ls_component_models` as a part of a call that counts its work. */
ls_status ls_list_models(ls_context *context, const ls_problem *problem, const uint8_t *allowed,
                         int64_t most, ls_models *found);
/* Go on to the next subset of `count` of `size` things, the first of which is 0, 1, ...; false after the
 * last. */
bool ls_next_subset(int32_t *chosen, int32_t size, int32_t count);

/* Whether a problem keeps to what the tables can hold. */
bool ls_is_sound(const ls_problem *problem);

/* Whether the counts of a component, by box as well, are whole numbers in doubles. */
static inline bool ls_has_integers(const ls_component *own) {
    return own->counts.is_exact && !own->trellis;
}

/* What every call into the library begins with: its work is counted anew. */
static inline void start_watch(ls_context *context) {
    context->watch.work = context->watch.next_look = 0;
}

/* Join what was counted; with `marginals`, write these. */
static inline ls_status answer(ls_context *context, double *marginals) {
    LS_TRY(ls_join(context));
    context->is_joined = true;
    if (!marginals) {
        return LS_OK;
    }
    LS_TRY(ls_marginals_of(context, marginals));
    if (context->notes) {
        context->notes[0] = context->said.needs_prior;
        context->notes[1] = context->said.needs_total;
    }
    return LS_OK;
}

#endif

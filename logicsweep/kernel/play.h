/* Games with forced survival, and the layouts that they draw; see `lab/play/forced.py`. */
#ifndef LOGICSWEEP_PLAY_H
#define LOGICSWEEP_PLAY_H

#include "decide.h"

/* A move that might lose the game: the decimal logarithm of the number of layouts before it, at least 0;
 * the probability to lose; the cell that was opened, and why, LS_WHY_NONE for a move that was given. */
typedef struct {
    double layouts, risk;
    int32_t cell, why;
} ls_guess;

/* A game on an ordinary board with so many mines, from any position on: the neighbours and the states are
 * as for `ls_load`, without flags; in `is_mine` the layout agrees with the states. `protection` says what
 * a first click that is still to come keeps free, as in `ls_layout_to_deal`; with `flood`, opening a 0
 * opens its neighbours. The cell `first` is opened before the player decides; -1 for none.
 *
 * The other fields are read and brought up to date: the position and the layout; the state of the
 * generator; the product of the probabilities to survive; the guesses, with room for one for each covered
 * cell and one more; how often the layout was replaced; whether guesses are survived, and whether the last
 * one stands for all the rest. In the end `is_won` says whether all safe cells are open, and no mine is. */
typedef struct {
    int32_t size, degree, mines, protection, flood, first;
    const int32_t *near;
    const ls_recipe *recipe;
    const ls_board_plan *plan;
    int8_t *states;
    uint8_t *is_mine;
    uint64_t source;
    double weight;
    ls_guess *guesses;
    int32_t guesses_count, replaced, is_forced, is_cut, is_won;
} ls_forced_game;

/* Play a game to its end, or until the estimate has its end and the layout was replaced. LS_CLASH if the
 * layout disagrees with the position. After LS_STOPPED the game is one with fewer cells to open, from which
 * the same call goes on; after anything else but LS_OK it means nothing. The board in the context is another
 * one afterwards. */
LS_API int32_t ls_play_forced(ls_context *context, ls_forced_game *game);

/* Draw a layout of the board at hand, in which `count` covered cells are safe, by cell 1 for a mine,
 * with known ones; each is as likely. Undecided cells that clues speak of come in the order of their numbers:
 * each is a mine with its marginal given all that is drawn. Then the mines left are drawn among the other
 * cells, in the same order, as by `ls_sample`. `marginals` and `cells` have room for an item each cell. The
 * board at hand stays, unjoined. */
ls_status ls_redraw(ls_context *context, const int32_t *safe, int32_t count, uint64_t *source,
                    double *marginals, int32_t *cells, uint8_t *is_mine);

#endif

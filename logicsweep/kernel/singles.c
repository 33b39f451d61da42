/* What single clues decide in turn, always the first clue that decides anything.
 *
 * A clue decides all its undecided cells at once. The page without a server asks it for hints; Python
 * takes the rows of `reasons/deduction.py`.
 */
#include "door.h"

#include <string.h>

#define COVERED (-1)
#define FLAGGED (-2)
#define KNOWN_MINE (-3)
#define NO_CLUE (-4)

typedef struct {
    int32_t need, left; /* mines that it needs among the `left` undecided cells around it */
} ls_single;

/* Places of clues that decide their cells, as bits; none is below `first`. */
typedef struct {
    uint64_t *bits;
    int64_t first;
} ls_ready;

typedef struct {
    const ls_singles *board;
    int32_t *place; /* by number on the board: one more than the place of a clue, or 0 */
    int8_t *states;
    ls_single *clues;
    ls_ready ready[2]; /* of clues that decide safe cells, and mines */
    int32_t words, at;
} ls_turns;

static void look_at(ls_turns *turns, int32_t place) {
    const ls_single *clue = turns->clues + place;
    for (int32_t mine = 0; mine < 2; mine++) {
        if (clue->left && clue->need == (mine ? clue->left : 0)) {
            ls_ready *ready = turns->ready + mine;
            ready->bits[place / 64] |= (uint64_t)1 << place % 64;
            ready->first = place / 64 < ready->first ? place / 64 : ready->first;
        }
    }
}

/* The first clue that decides its cells to be safe, or mines; the number of clues if there is none. */
static int32_t first_ready(ls_turns *turns, int32_t mine) {
    ls_ready *ready = turns->ready + mine;
    for (; ready->first < turns->words; ready->first++) {
        uint64_t *word = ready->bits + ready->first;
        while (*word) {
            const int32_t bit = __builtin_ctzll(*word);
            const int32_t place = (int32_t)(ready->first * 64) + bit;
            const ls_single *clue = turns->clues + place;
            if (clue->left && clue->need == (mine ? clue->left : 0)) {
                return place;
            }
            *word &= *word - 1; /* its cells were decided by others */
        }
    }
    return turns->board->count;
}

static void decide_cell(ls_turns *turns, int32_t number, int32_t mine) {
    const ls_singles *board = turns->board;
    turns->states[number] = mine ? KNOWN_MINE : NO_CLUE;
    board->answer[turns->at++] = number;
    const int32_t *near = board->near + number;
    for (int32_t turn = 0; turn < board->degree && *near != board->size;
         turn++, near += board->size) {
        const int32_t place = turns->place[*near] - 1;
        if (place >= 0) {
            turns->clues[place].left--;
            turns->clues[place].need -= mine;
            look_at(turns, place);
        }
    }
}

/* Decide all undecided cells around a clue. */
static void decide(ls_turns *turns, int32_t place, int32_t mine) {
    const ls_singles *board = turns->board;
    board->answer[0]++;
    board->answer[turns->at] = board->clues[place];
    board->answer[turns->at + 1] = mine;
    int32_t *count = board->answer + turns->at + 2;
    turns->at += 3;
    *count = 0;
    const int32_t *near = board->near + board->clues[place];
    for (int32_t turn = 0; turn < board->degree && *near != board->size;
         turn++, near += board->size) {
        const int8_t state = turns->states[*near];
        if (state == COVERED || state == FLAGGED) {
            ++*count;
            decide_cell(turns, *near, mine);
        }
    }
}

static void read_clues(ls_turns *turns) {
    const ls_singles *board = turns->board;
    for (int32_t place = 0; place < board->count; place++) {
        const int32_t number = board->clues[place];
        turns->place[number] = place + 1;
        ls_single *clue = turns->clues + place;
        *clue = (ls_single){.need = board->states[number]};
        const int32_t *near = board->near + number;
        for (int32_t turn = 0; turn < board->degree && *near != board->size;
             turn++, near += board->size) {
            const int8_t state = board->states[*near];
            clue->need -= state == KNOWN_MINE;
            clue->left += state == COVERED || state == FLAGGED;
        }
        look_at(turns, place);
    }
}

int32_t ls_single_clues(ls_context *context, const ls_singles *board) {
    start_watch(context);
    const int64_t size = board->size, words = board->count / 64 + 1;
    const int64_t bytes = 2 * words * (int64_t)sizeof(uint64_t) +
                          board->count * (int64_t)sizeof(ls_single) +
                          size * (int64_t)(sizeof(int32_t) + sizeof(int8_t));
    if (!ls_room(&context->memory, &context->singles_room, bytes, 1)) {
        return LS_MEMORY;
    }
    memset(context->singles_room.items, 0, (size_t)bytes);
    ls_turns turns = {.board = board, .words = (int32_t)words, .at = 1};
    turns.ready[0].bits = context->singles_room.items;
    turns.ready[1].bits = turns.ready[0].bits + words;
    turns.clues = (ls_single *)(turns.ready[1].bits + words);
    turns.place = (int32_t *)(turns.clues + board->count);
    turns.states = (int8_t *)(turns.place + size);
    memcpy(turns.states, board->states, (size_t)size);
    board->answer[0] = 0;
    read_clues(&turns);
    for (;;) {
        if (ls_must_stop(&context->watch, board->degree * (int64_t)board->degree)) {
            return LS_STOPPED;
        }
        const int32_t safe = first_ready(&turns, 0), mine = first_ready(&turns, 1);
        if (safe == board->count && mine == board->count) {
            return LS_OK;
        }
        const bool is_safe = board->safe_first ? safe < board->count : safe < mine;
        decide(&turns, is_safe ? safe : mine, !is_safe);
    }
}

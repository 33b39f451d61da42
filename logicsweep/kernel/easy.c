/* Verdicts that follow from one or two sources, on ordinary boards with a mine count.
 *
 * The sources are looked at on the position as it stands; the level of a position is about steps, each
 * of which may use the verdicts of earlier ones. The Python twin is `reasons/deduction.py`.
 */
#include "door.h"

#include <string.h>

#define COVERED (-1)
#define FLAGGED (-2)
#define KNOWN_MINE (-3)

/* Steps with so many sources are looked for. */
#define HIGHEST 2

/* A clue, with the mines that it still needs among its `left` covered cells. */
typedef struct {
    int16_t need, left;
    int32_t stamp;
    bool is_wanted; /* some cell around it has no proof yet */
} ls_needs;

typedef struct {
    const ls_easy_to_find *asked;
    const int8_t *states, *verdicts;
    int32_t *sources;
    ls_needs *cells;
    int32_t stamp, covered, mines; /* mines: that are not known */
} ls_easy_search;

static bool is_covered(const ls_easy_search *search, int32_t number) {
    return number < search->asked->size &&
           (search->states[number] == COVERED || search->states[number] == FLAGGED);
}

/* Note what proves a verdict, unless the cell has something that comes first. */
static ls_status note(ls_easy_search *search, int32_t number, bool mine, int32_t one, int32_t other) {
    int32_t *sources = search->sources + 2 * (int64_t)number;
    if (search->verdicts[number] != mine) {
        return LS_CLASH;
    }
    const bool is_pair_of_clues = one >= 0 && other >= 0;
    if (sources[0] == LS_NO_SOURCE ||
        (is_pair_of_clues && sources[0] == one && sources[1] != LS_NO_SOURCE && other < sources[1])) {
        sources[0] = one;
        sources[1] = other;
    }
    return LS_OK;
}

/* What a clue says alone, or with the mine count of what is not around it. */
static ls_status note_around(ls_easy_search *search, int32_t clue, int32_t stamp, bool with, bool mine,
                             int32_t other) {
    const ls_easy_to_find *asked = search->asked;
    const int32_t *near = asked->near + clue;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        if (is_covered(search, *near) && (search->cells[*near].stamp == stamp) == with) {
            LS_TRY(note(search, *near, mine, other < 0 || clue < other ? clue : other,
                        other < 0 || clue < other ? other : clue));
        }
    }
    return LS_OK;
}

static void read_clues(ls_easy_search *search) {
    const ls_easy_to_find *asked = search->asked;
    search->covered = 0;
    search->mines = asked->mines;
    for (int32_t number = 0; number < asked->size; number++) {
        ls_needs *clue = search->cells + number;
        *clue = (ls_needs){.need = search->states[number]};
        search->covered += is_covered(search, number);
        search->mines -= search->states[number] == KNOWN_MINE;
        const int32_t *near = asked->near + number;
        const int32_t degree = search->states[number] >= 0 ? asked->degree : 0;
        for (int32_t turn = 0; turn < degree; turn++, near += asked->size) {
            clue->left = (int16_t)(clue->left + is_covered(search, *near));
            clue->need = (int16_t)(clue->need -
                                   (*near < asked->size && search->states[*near] == KNOWN_MINE));
        }
    }
    search->cells[asked->size] = (ls_needs){.stamp = 0};
    search->stamp = 0;
}

static ls_status by_one(ls_easy_search *search) {
    const ls_easy_to_find *asked = search->asked;
    for (int32_t number = 0; number < asked->size; number++) {
        const ls_needs *clue = search->cells + number;
        if (clue->left && (clue->need == 0 || clue->need == clue->left)) {
            LS_TRY(note_around(search, number, -1, false, clue->need != 0, LS_NO_SOURCE));
        }
    }
    if (search->mines == 0 || search->mines == search->covered) {
        for (int32_t number = 0; number < asked->size; number++) {
            if (is_covered(search, number)) {
                LS_TRY(note(search, number, search->mines != 0, LS_MINE_COUNT, LS_NO_SOURCE));
            }
        }
    }
    return LS_OK;
}

/* What two clues decide together: the cells that they share and both remainders, each as a whole. The
 * cells of the first have the stamp; those that are shared have the next one. */
static ls_status by_pair(ls_easy_search *search, int32_t one, int32_t other, int32_t own) {
    const ls_easy_to_find *asked = search->asked;
    ls_needs *cells = search->cells;
    const int32_t both = own + 1;
    int32_t shared = 0;
    const int32_t *near = asked->near + other;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        if (is_covered(search, *near) && cells[*near].stamp == own) {
            cells[*near].stamp = both;
            shared++;
        }
    }
    const int32_t pair[2] = {one, other};
    int32_t least = 0, most = shared;
    for (int32_t side = 0; side < 2; side++) {
        const ls_needs *clue = cells + pair[side];
        const int32_t rest = clue->left - shared;
        least = clue->need - rest > least ? clue->need - rest : least;
        most = clue->need < most ? clue->need : most;
    }
    if (least == most) {
        for (int32_t side = 0; side < 2; side++) {
            const ls_needs *clue = cells + pair[side];
            const int32_t rest = clue->left - shared, mines = clue->need - least;
            if (rest && (mines == 0 || mines == rest)) {
                LS_TRY(note_around(search, pair[side], both, false, mines != 0, pair[1 - side]));
            }
        }
        if (least == 0 || least == shared) {
            LS_TRY(note_around(search, one, both, true, least != 0, other));
        }
    }
    near = asked->near + one;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        if (cells[*near].stamp == both) {
            cells[*near].stamp = own;
        }
    }
    return LS_OK;
}

/* A clue with each later one that it shares covered cells with. */
static ls_status by_pairs(ls_easy_search *search, int32_t one) {
    const ls_easy_to_find *asked = search->asked;
    ls_needs *cells = search->cells;
    search->stamp += 2;
    const int32_t own = search->stamp;
    const int32_t *near = asked->near + one;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        if (is_covered(search, *near)) {
            cells[*near].stamp = own;
        }
    }
    near = asked->near + one;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        if (!is_covered(search, *near)) {
            continue;
        }
        const int32_t *next = asked->near + *near;
        for (int32_t step = 0; step < asked->degree; step++, next += asked->size) {
            if (*next < asked->size && *next > one && search->states[*next] >= 0 &&
                cells[*next].stamp != own) {
                cells[*next].stamp = own; /* each only once */
                if (cells[one].is_wanted || cells[*next].is_wanted) {
                    LS_TRY(by_pair(search, one, *next, own));
                }
            }
        }
    }
    return LS_OK;
}

/* What a clue and the mine count decide: all cells that are not around the clue. */
static ls_status with_total(ls_easy_search *search, int32_t one) {
    const ls_easy_to_find *asked = search->asked;
    const ls_needs *clue = search->cells + one;
    const int32_t outside = search->covered - clue->left, mines = search->mines - clue->need;
    if (!outside || (mines && mines != outside)) {
        return LS_OK;
    }
    search->stamp += 2;
    const int32_t *near = asked->near + one;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        search->cells[*near].stamp = search->stamp;
    }
    for (int32_t number = 0; number < asked->size; number++) {
        if (is_covered(search, number) && search->cells[number].stamp != search->stamp) {
            LS_TRY(note(search, number, mines != 0, one, LS_MINE_COUNT));
        }
    }
    return LS_OK;
}

/* Mark the clues around cells that no source decides alone; false if there are none such cells. */
static bool mark_wanted(ls_easy_search *search) {
    const ls_easy_to_find *asked = search->asked;
    bool is_any = false;
    for (int32_t number = 0; number < asked->size; number++) {
        if (search->verdicts[number] < 0 || search->sources[2 * (int64_t)number] != LS_NO_SOURCE) {
            continue;
        }
        is_any = true;
        const int32_t *near = asked->near + number;
        for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
            search->cells[*near].is_wanted = true;
        }
    }
    return is_any;
}

static ls_status find_sources(ls_easy_search *search) {
    const ls_easy_to_find *asked = search->asked;
    for (int64_t place = 0; place < 2 * (int64_t)asked->size; place++) {
        search->sources[place] = LS_NO_SOURCE;
    }
    read_clues(search);
    LS_TRY(by_one(search));
    if (!mark_wanted(search)) {
        return LS_OK;
    }
    for (int32_t number = 0; number < asked->size; number++) {
        if (search->cells[number].left) {
            LS_TRY(by_pairs(search, number));
        }
    }
    for (int32_t number = 0; number < asked->size; number++) {
        if (search->cells[number].left) {
            LS_TRY(with_total(search, number));
        }
    }
    return LS_OK;
}

/* The level of a position: how many sources the hardest step takes, one more than HIGHEST for more. */
static ls_status find_level(ls_context *context, const ls_easy_search *search, int8_t *level) {
    const ls_easy_to_find *asked = search->asked;
    const int32_t size = asked->size;
    int8_t *truth = context->easy_states.items;
    int8_t *states = truth + size;
    int32_t decided = 0;
    for (int32_t number = 0; number < size; number++) {
        const int8_t verdict = search->verdicts[number];
        truth[number] = verdict == 1 ? KNOWN_MINE : LS_IS_SAFE;
        decided += verdict >= 0;
    }
    *level = 0;
    memcpy(states, search->states, (size_t)size);
    int32_t *order = context->easy_order.items;
    order[0] = 0;
    ls_board_to_reach board = {.size = size,
                               .degree = asked->degree,
                               .near = asked->near,
                               .truth = truth,
                               .states = states,
                               .lower = asked->mines,
                               .upper = asked->mines,
                               .order = order};
    while (decided && *level <= HIGHEST) {
        board.level = ++*level;
        if (*level > HIGHEST) {
            break;
        }
        LS_TRY(ls_reach_within(context, &board));
        /* Once all but mines are known, they follow from the mine count, which is one source. */
        int32_t left = 0, others = 0;
        for (int32_t number = 0; number < size; number++) {
            const bool is_left = states[number] == COVERED || states[number] == FLAGGED;
            left += is_left && search->verdicts[number] >= 0;
            others += is_left && search->verdicts[number] != 1;
        }
        if (!left || !others) {
            break;
        }
    }
    return LS_OK;
}

int32_t ls_easy_proofs(ls_context *context, const ls_easy_to_find *asked) {
    const int64_t size = asked->size;
    if (!ls_room(&context->memory, &context->easy_cells, size + 1, sizeof(ls_needs)) ||
        !ls_room(&context->memory, &context->easy_states, 2 * size, sizeof(int8_t)) ||
        !ls_room(&context->memory, &context->easy_order, size + 1, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    ls_easy_search search = {.asked = asked, .cells = context->easy_cells.items};
    for (int64_t turn = 0; turn < asked->count; turn++) {
        start_watch(context);
        search.states = asked->states + turn * size;
        search.verdicts = asked->verdicts + turn * size;
        if (asked->sources) {
            search.sources = asked->sources + 2 * turn * size;
            LS_TRY(find_sources(&search));
        }
        if (asked->levels) {
            LS_TRY(find_level(context, &search, asked->levels + turn));
        }
        if (context->watch.cancel && *context->watch.cancel) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

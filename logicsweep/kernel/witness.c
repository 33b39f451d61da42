/* Few models of every component, which show its undecided boxes with a mine and with a safe cell.
 *
 * A path through the tables is a model. Of every row it is known with how many mines it is reached
 * (`reached`), and with how many an allowed number can still be met (`goal`). A path through a state
 * that is in both goes back to the first row and on to the last one.
 */
#include "kernel.h"

#include <string.h>

#define WANTS_MINE 1
#define WANTS_SAFE 2

/* The work on one component. Sets of numbers of mines are bits, `words` of 64 each a row. */
typedef struct {
    ls_context *context;
    const ls_tables *tables;
    const ls_problem *problem;
    int32_t id, words;
    uint64_t *reached, *goal;
    uint8_t *wants; /* of each box: what no model has shown so far */
    uint8_t *mines; /* of each box, in the model at hand */
} showing;

static inline bool has(const uint64_t *set, int32_t number) {
    return number >= 0 && (set[number / 64] >> number % 64 & 1);
}

static inline const uint64_t *row_of(const showing *own, const uint64_t *sets, int64_t row) {
    return sets + row * own->words;
}

/* into |= from << by */
static void add_shifted(uint64_t *into, const uint64_t *from, int32_t by, int32_t words) {
    const int32_t whole = by / 64, rest = by % 64;
    for (int32_t word = whole; word < words; word++) {
        into[word] |= from[word - whole] << rest;
        if (rest && word > whole) {
            into[word] |= from[word - whole - 1] >> (64 - rest);
        }
    }
}

/* The bits of from >> by in a word. */
static inline uint64_t shifted_back(const uint64_t *from, int32_t by, int32_t word, int32_t words) {
    const int32_t whole = by / 64, rest = by % 64;
    uint64_t bits = word + whole < words ? from[word + whole] >> rest : 0;
    if (rest && word + whole + 1 < words) {
        bits |= from[word + whole + 1] << (64 - rest);
    }
    return bits;
}

/* The edges of a row: `choices` of them. */
static inline const int32_t *edges_of(const ls_tables *tables, const ls_step *step, int64_t row) {
    return (const int32_t *)tables->edges.items + step->first_edge +
           (row - step->first_row) * step->choices;
}

static ls_status reach(showing *own) {
    const ls_tables *tables = own->tables;
    const ls_step *steps = tables->steps.items;
    const int32_t words = own->words;
    memset(own->reached, 0, (size_t)(tables->rows_made * words) * sizeof(uint64_t));
    own->reached[0] = 1;
    for (int32_t turn = 0; turn < tables->steps_made; turn++) {
        const ls_step *step = steps + turn;
        for (int64_t row = step->first_row; row < step->first_row + step->rows; row++) {
            const int32_t *edge = edges_of(tables, step, row);
            for (int32_t mines = 0; mines < step->choices; mines++) {
                if (edge[mines] < 0) {
                    continue;
                }
                if (words == 1) { /* nearly always */
                    own->reached[edge[mines]] |= own->reached[row] << mines;
                } else {
                    add_shifted(own->reached + (int64_t)edge[mines] * words,
                                row_of(own, own->reached, row), mines, words);
                }
            }
        }
        if (ls_must_stop(&own->context->watch, step->rows * words)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

static ls_status aim(showing *own, const ls_counts *counts, const uint8_t *allowed) {
    const ls_tables *tables = own->tables;
    const ls_step *steps = tables->steps.items;
    const int32_t words = own->words;
    memset(own->goal, 0, (size_t)(tables->rows_made * words) * sizeof(uint64_t));
    uint64_t *last = own->goal + (tables->rows_made - 1) * words;
    for (int32_t place = 0; place < counts->length; place++) {
        if (allowed[place]) {
            const int32_t number = counts->lowest + place;
            last[number / 64] |= (uint64_t)1 << number % 64;
        }
    }
    for (int32_t turn = tables->steps_made - 1; turn >= 0; turn--) {
        const ls_step *step = steps + turn;
        for (int64_t row = step->first_row; row < step->first_row + step->rows; row++) {
            const int32_t *edge = edges_of(tables, step, row);
            uint64_t *here = own->goal + row * words;
            for (int32_t mines = 0; mines < step->choices; mines++) {
                if (edge[mines] >= 0) {
                    const uint64_t *there = row_of(own, own->goal, edge[mines]);
                    for (int32_t word = 0; word < words; word++) {
                        here[word] |= shifted_back(there, mines, word, words);
                    }
                }
            }
            for (int32_t word = 0; word < words; word++) {
                here[word] &= row_of(own, own->reached, row)[word];
            }
        }
        if (ls_must_stop(&own->context->watch, step->rows * words)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* What a box with so many mines shows. */
static inline uint8_t shows(const showing *own, int32_t box, int32_t mines) {
    return (uint8_t)((mines > 0 ? WANTS_MINE : 0) |
                     (mines < own->problem->sizes[box] ? WANTS_SAFE : 0));
}

/* From a row that is reached with so many mines back to the first. */
static void go_back(const showing *own, int32_t turn, int64_t row, int32_t so_far) {
    const ls_step *steps = own->tables->steps.items;
    while (turn-- > 0) {
        const ls_step *step = steps + turn;
        bool is_found = false;
        for (int64_t from = step->first_row; !is_found && from < step->first_row + step->rows;
             from++) {
            const int32_t *edge = edges_of(own->tables, step, from);
            for (int32_t mines = 0; mines < step->choices; mines++) {
                if (edge[mines] == row &&
                    has(row_of(own, own->reached, from), so_far - mines)) {
                    if (step->box >= 0) {
                        own->mines[step->box] = (uint8_t)mines;
                    }
                    row = from;
                    so_far -= mines;
                    is_found = true;
                    break;
                }
            }
        }
    }
}

/* From a row on to the last, with as much as possible that was not shown yet. */
static void go_on(const showing *own, int32_t turn, int64_t row, int32_t so_far) {
    const ls_step *steps = own->tables->steps.items;
    for (; turn < own->tables->steps_made; turn++) {
        const ls_step *step = steps + turn;
        const int32_t *edge = edges_of(own->tables, step, row);
        int32_t best = -1, most = -1;
        for (int32_t mines = 0; mines < step->choices; mines++) {
            if (edge[mines] >= 0 &&
                has(row_of(own, own->goal, edge[mines]), so_far + mines)) {
                const int32_t shown =
                    step->box < 0
                        ? 0
                        : __builtin_popcount(own->wants[step->box] & shows(own, step->box, mines));
                if (shown > most) {
                    most = shown;
                    best = mines;
                }
            }
        }
        if (best < 0) {
            return; /* no model; what it shows is checked by others */
        }
        if (step->box >= 0) {
            own->mines[step->box] = (uint8_t)best;
        }
        row = edge[best];
        so_far += best;
    }
}

/* Add the model at hand to the list. */
static ls_status keep(showing *own) {
    ls_context *context = own->context;
    const int32_t boxes = own->problem->boxes;
    if (!ls_room(&context->memory, &context->shown, context->shown_made + 1, sizeof(ls_shown)) ||
        !ls_room(&context->memory, &context->shown_mines, context->shown_bytes + boxes, 1)) {
        return LS_MEMORY;
    }
    int32_t total = 0;
    for (int32_t box = 0; box < boxes; box++) {
        own->wants[box] &= (uint8_t)~shows(own, box, own->mines[box]);
        total += own->mines[box];
    }
    memcpy((uint8_t *)context->shown_mines.items + context->shown_bytes, own->mines,
           (size_t)boxes);
    ((ls_shown *)context->shown.items)[context->shown_made++] =
        (ls_shown){own->id, total, context->shown_bytes};
    context->shown_bytes += boxes;
    return LS_OK;
}

/* A model that shows a box as it was not shown so far, or any; false if there is none. */
static bool pass_through(const showing *own, int32_t turn, bool any) {
    const ls_step *step = (const ls_step *)own->tables->steps.items + turn;
    int64_t best_row = -1;
    int32_t best_mines = 0, best_so_far = 0, most = any ? -1 : 0;
    for (int64_t row = step->first_row; row < step->first_row + step->rows; row++) {
        const int32_t *edge = edges_of(own->tables, step, row);
        const uint64_t *here = row_of(own, own->goal, row);
        for (int32_t mines = 0; mines < step->choices; mines++) {
            const int32_t shown =
                __builtin_popcount(own->wants[step->box] & shows(own, step->box, mines));
            if (edge[mines] < 0 || shown <= most) {
                continue;
            }
            const uint64_t *there = row_of(own, own->goal, edge[mines]);
            for (int32_t word = 0; word < own->words; word++) {
                const uint64_t bits = here[word] & shifted_back(there, mines, word, own->words);
                if (bits) {
                    best_row = row;
                    best_mines = mines;
                    best_so_far = 64 * word + __builtin_ctzll(bits);
                    most = shown;
                    break;
                }
            }
        }
    }
    if (best_row < 0) {
        return false;
    }
    own->mines[step->box] = (uint8_t)best_mines;
    go_back(own, turn, best_row, best_so_far);
    go_on(own, turn + 1, edges_of(own->tables, step, best_row)[best_mines],
          best_so_far + best_mines);
    return true;
}

/* The models of a component with tables. */
static ls_status walk(showing *own, const ls_counts *counts, const uint8_t *allowed) {
    ls_context *context = own->context;
    const ls_tables *tables = own->tables;
    if (!ls_room(&context->memory, &context->shown_sets, 2 * tables->rows_made * own->words,
                 sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    own->reached = own->goal = context->shown_sets.items;
    LS_TRY(reach(own));
    if (allowed) { /* without it every row that is reached leads on */
        own->goal = own->reached + tables->rows_made * own->words;
        LS_TRY(aim(own, counts, allowed));
    }
    const ls_step *steps = tables->steps.items;
    bool is_first = true;
    for (int32_t turn = 0; turn < tables->steps_made; turn++) {
        const int32_t box = steps[turn].box;
        while (box >= 0 && (own->wants[box] || is_first)) {
            if (!pass_through(own, turn, is_first)) {
                own->wants[box] = 0; /* no model shows more of it */
                break;
            }
            LS_TRY(keep(own));
            is_first = false;
            if (ls_must_stop(&context->watch, tables->steps_made)) {
                return LS_STOPPED;
            }
        }
    }
    for (int32_t place = 0; allowed && place < counts->length; place++) {
        if (allowed[place]) {
            go_back(own, tables->steps_made, tables->rows_made - 1, counts->lowest + place);
            LS_TRY(keep(own));
        }
    }
    return LS_OK;
}

/* One box under one clue. */
static ls_status show_one(showing *own, const ls_counts *counts, const uint8_t *allowed) {
    bool is_first = true;
    for (int32_t turn = 0; turn < counts->length; turn++) {
        /* From the middle, where one model shows both. */
        const int32_t place = turn % 2 ? counts->length / 2 - (turn + 1) / 2
                                       : counts->length / 2 + turn / 2;
        if (place < 0 || place >= counts->length || !(counts->counts[place] > 0) ||
            (allowed && !allowed[place])) {
            continue;
        }
        own->mines[0] = (uint8_t)(counts->lowest + place);
        if (allowed || is_first || (own->wants[0] & shows(own, 0, own->mines[0]))) {
            is_first = false;
            LS_TRY(keep(own));
        }
    }
    return LS_OK;
}

ls_status ls_show(ls_context *context, int32_t id, const ls_problem *problem,
                  const ls_tables *tables, const ls_counts *counts, const uint8_t *allowed) {
    showing own = {.context = context, .tables = tables, .problem = problem, .id = id};
    if (!ls_room(&context->memory, &context->shown_room, 2 * (int64_t)problem->boxes, 1)) {
        return LS_MEMORY;
    }
    own.wants = context->shown_room.items;
    own.mines = own.wants + problem->boxes;
    memset(own.wants, WANTS_MINE | WANTS_SAFE, (size_t)problem->boxes);
    if (!tables) {
        return show_one(&own, counts, allowed);
    }
    const int32_t *fewest = tables->fewest.items, *most = tables->most.items;
    for (int32_t box = 0; box < problem->boxes; box++) {
        if (!most[box] || fewest[box] == problem->sizes[box]) {
            own.wants[box] = 0;
        }
    }
    own.words = ls_shown_words(tables);
    return walk(&own, counts, allowed);
}

ls_status ls_show_allowed(ls_context *context) {
    const int32_t *alive = context->alive.items;
    context->shown_made = context->shown_bytes = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *component = ls_components(context) + alive[turn];
        const ls_problem *problem = &component->problem;
        const ls_tables *tables = component->tables;
        if (!tables && (problem->boxes > 1 || problem->factors > 1)) {
            LS_TRY(ls_rows(context, &context->tables, problem));
            tables = &context->tables;
        }
        LS_TRY(ls_show(context, alive[turn], problem, tables, &component->counts,
                       (uint8_t *)context->allowed.items + component->allowed_at));
    }
    return LS_OK;
}

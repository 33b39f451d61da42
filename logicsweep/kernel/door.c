/* The functions that other languages call; all names begin with ls_. See `kernel/binding.py`.
 *
 * A context belongs to one thread at a time and shares nothing with others. A board that could not
 * be loaded, or a change that could not be made, leaves it without one; all other calls leave the
 * board as it was.
 */
#include "kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is said to a question that the board in the context does not answer: if there is none, as
 * after a change that was stopped. */
#define LS_NONE LS_WIDE
/* Products that counting by box may take. */
#define MOST_BOX_WORK 3e7

/* The components of the board at hand, one after the other; it lives until the next call. For each:
 * how many boxes and clues it has, its lowest and its number of mine counts, and whether its counts
 * are whole numbers in doubles; then where the cells of each box end, the cells, and its clues. With
 * counts, these are in `counts`: by number of mines, then for each box the mines in it. */
typedef struct {
    int64_t numbers_count, counts_count;
    const int32_t *numbers;
    const int64_t *counts;
} ls_components_found;

/* Exact counts, as in `ls_exact`. What it points to lives until the next call. */
typedef struct {
    int32_t limbs, lowest, length, rows;
    const uint64_t *counts, *boxes;
    const int32_t *held;
} ls_numbers;

LS_API ls_context *ls_new(int64_t most_bytes, const int32_t *cancel);
LS_API void ls_delete(ls_context *context);
LS_API void ls_limits(ls_context *context, double seconds, int64_t most_numbers,
                      int64_t most_work);
LS_API int64_t ls_taken(const ls_context *context);
LS_API int32_t ls_load(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                       const int8_t *states, int64_t lower, int64_t upper, double density,
                       double odds, const int32_t *uncertain, const double *weights, double *marginals);
LS_API int32_t ls_marginals(ls_context *context, double *marginals);
LS_API int32_t ls_tell(ls_context *context, const int32_t *numbers, const int32_t *values,
                       int32_t count);
LS_API int32_t ls_what_if(ls_context *context, int32_t number, int32_t value, double *marginals,
                          double *log2_mass);
LS_API int32_t ls_batch(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                        int64_t count, const int8_t *states, const int64_t *bounds, double density,
                        double odds, double *marginals, int32_t *statuses);
LS_API int32_t ls_list(ls_context *context, ls_components_found *found);
LS_API int32_t ls_exactly(ls_context *context, int32_t place, ls_numbers *found);
LS_API int32_t ls_component_exactly(ls_context *context, const ls_problem *problem, int32_t boxes,
                                    ls_numbers *found);
LS_API int32_t ls_component_marginals(ls_context *context, const ls_problem *problem,
                                      const double *message, int32_t lowest, int32_t length,
                                      double *marginals);
LS_API double ls_log2_mass(const ls_context *context);
LS_API int32_t ls_needs_prior(const ls_context *context);
LS_API int32_t ls_needs_total(const ls_context *context);

/* The build defines it, see tools/compiling.py. */
#ifndef LS_SOURCES
#define LS_SOURCES "unknown"
#endif

int32_t ls_abi(void) { return LS_ABI; }

const char *ls_sources(void) { return LS_SOURCES; }

ls_context *ls_new(int64_t most_bytes, const int32_t *cancel) {
    ls_context *context = calloc(1, sizeof(ls_context));
    if (!context) {
        return NULL;
    }
    context->memory.ceiling = most_bytes;
    context->watch.cancel = cancel;
    context->most_numbers = INT32_MAX;
    context->watch.most_work = INT64_MAX;
    two_limbs row[LS_DEGREE + 1] = {1}; /* Pascal's triangle in place; each is rounded once */
    for (int32_t n = 0; n <= LS_DEGREE; n++) {
        for (int32_t k = n; k > 0; k--) {
            row[k] += row[k - 1];
        }
        for (int32_t k = 0; k <= n; k++) {
            context->binomials[n][k] = (double)row[k];
        }
    }
    return context;
}

void ls_delete(ls_context *context) {
    if (!context) {
        return;
    }
    ls_clear(context);
    ls_free_tables(&context->memory, &context->tables);
    ls_array *arrays[] = {&context->cells,     &context->components, &context->queue,
                          &context->saved,     &context->stamp,      &context->dissolved,
                          &context->active,    &context->local,      &context->parents,
                          &context->buckets,   &context->box_cells,  &context->next_cell,
                          &context->boxes,     &context->scopes,     &context->homes,
                          &context->alive,     &context->numbers,    &context->sets,
                          &context->nodes,     &context->levels,     &context->allowed,
                          &context->marginals, &context->exact.counts, &context->exact.boxes,
                          &context->listed,    &context->listed_counts};
    for (size_t place = 0; place < sizeof arrays / sizeof *arrays; place++) {
        ls_free(&context->memory, arrays[place]);
    }
    free(context);
}

/* `seconds` below 0 are no limit; `most_work` holds for each call anew. */
void ls_limits(ls_context *context, double seconds, int64_t most_numbers, int64_t most_work) {
    context->watch.deadline = seconds < 0 ? 0 : ls_now() + seconds;
    context->watch.most_work = most_work;
    context->most_numbers = most_numbers;
}

/* The bytes that a context has taken. */
int64_t ls_taken(const ls_context *context) { return context->memory.taken; }

static void start_watch(ls_context *context) { context->watch.work = context->watch.next_look = 0; }

/* Read a board, decide and count its components. */
static ls_status load(ls_context *context, const int8_t *states, const int32_t *uncertain) {
    ls_clear(context);
    context->is_trying = context->is_joined = false;
    LS_TRY(ls_read(context, states, uncertain));
    LS_TRY(ls_propagate(context));
    const ls_cell *cells = ls_cells(context);
    int64_t clues = 0;
    if (!ls_room(&context->memory, &context->active, context->size, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *active = context->active.items;
    for (int32_t number = 0; number < context->size; number++) {
        if (cells[number].code == LS_CLUE && cells[number].left) {
            active[clues++] = number;
        }
    }
    return ls_part(context, clues);
}

static ls_status answer(ls_context *context, double *marginals) {
    LS_TRY(ls_join(context));
    context->is_joined = true;
    return marginals ? ls_marginals_of(context, marginals) : LS_OK;
}

int32_t ls_load(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                const int8_t *states, int64_t lower, int64_t upper, double density, double odds,
                const int32_t *uncertain, const double *weights, double *marginals) {
    start_watch(context);
    context->size = size;
    context->degree = degree;
    context->near = near;
    context->has_total = upper >= 0;
    context->lower = lower;
    context->upper = upper;
    context->density = odds > 0 ? density : 0.5;
    context->odds = odds > 0 ? odds : 1.0;
    context->weights = weights;
    ls_status status = load(context, states, uncertain);
    context->is_loaded = status == LS_OK;
    if (status == LS_OK) {
        status = answer(context, marginals);
    }
    return status;
}

int32_t ls_marginals(ls_context *context, double *marginals) {
    start_watch(context);
    return context->is_loaded ? answer(context, marginals) : LS_NONE;
}

/* Enter cells, and bring the components around them up to date. */
static ls_status change(ls_context *context, const int32_t *numbers, const int32_t *values,
                        int32_t count) {
    int64_t clues = 0;
    context->queued = 0;
    context->is_joined = false;
    for (int32_t turn = 0; turn < count; turn++) {
        const ls_cell *cells = ls_cells(context);
        const int32_t number = numbers[turn];
        for (int32_t place = -1; place < context->degree; place++) {
            const int32_t near =
                place < 0 ? number : context->near[(int64_t)place * context->size + number];
            if (cells[near].code == LS_COVERED && cells[near].component >= 0) {
                LS_TRY(ls_dissolve(context, cells[near].component, &clues));
            }
        }
        LS_TRY(ls_enter(context, number, values[turn]));
        if (!ls_room(&context->memory, &context->active, clues + 1, sizeof(int32_t))) {
            return LS_MEMORY;
        }
        if (values[turn] >= 0) {
            ((int32_t *)context->active.items)[clues++] = number;
        }
    }
    LS_TRY(ls_propagate(context));
    return ls_part(context, clues);
}

/* Move the components that are left together, once most of the places are empty. */
static void tidy(ls_context *context) {
    ls_component *components = ls_components(context);
    int32_t made = 0;
    for (int32_t id = 0; id < context->components_made; id++) {
        made += components[id].is_alive;
    }
    if (context->components_made < 2 * made + 32) {
        return;
    }
    made = 0;
    for (int32_t id = 0; id < context->components_made; id++) {
        if (!components[id].is_alive) {
            continue;
        }
        for (int32_t place = 0; place < components[id].clues_count; place++) {
            ls_cells(context)[components[id].clues[place]].component = made;
        }
        for (int32_t place = 0; place < components[id].cells_count; place++) {
            ls_cells(context)[components[id].cells[place]].component = made;
        }
        components[made++] = components[id];
    }
    context->components_made = made;
}

static bool is_entry(const ls_context *context, int32_t number, int32_t value) {
    if (number < 0 || number >= context->size || value < -4 || value > LS_DEGREE || value == -1 ||
        value == -2) {
        return false;
    }
    const int16_t code = ls_cells(context)[number].code;
    return code == LS_COVERED || code == LS_SAFE || code == LS_MINE;
}

int32_t ls_tell(ls_context *context, const int32_t *numbers, const int32_t *values,
                int32_t count) {
    if (!context->is_loaded) {
        return LS_NONE;
    }
    start_watch(context);
    context->is_trying = false;
    ls_status status = LS_OK;
    for (int32_t turn = 0; turn < count && status == LS_OK; turn++) {
        status = is_entry(context, numbers[turn], values[turn]) ? LS_OK : LS_CLASH;
    }
    if (status == LS_OK) {
        status = change(context, numbers, values, count);
    }
    context->is_loaded = status == LS_OK;
    tidy(context);
    return status;
}

/* Take back everything since `is_trying` was set. */
static void take_back(ls_context *context) {
    const ls_saved *saved = context->saved.items;
    for (int64_t place = 0; place < context->saved_made; place++) {
        ls_cells(context)[saved[place].number] = saved[place].was;
    }
    for (int32_t id = context->first_new; id < context->components_made; id++) {
        ls_drop_component(context, ls_components(context) + id);
    }
    context->components_made = context->first_new;
    for (int32_t place = 0; place < context->dissolved_made; place++) {
        ls_components(context)[((int32_t *)context->dissolved.items)[place]].is_alive = true;
    }
    context->undecided = context->before[0];
    context->mines = context->before[1];
    context->tied = context->before[2];
    context->covered = context->before[3];
    context->is_trying = context->is_joined = false;
}

int32_t ls_what_if(ls_context *context, int32_t number, int32_t value, double *marginals,
                   double *log2_mass) {
    if (!context->is_loaded) {
        return LS_NONE;
    }
    if (!is_entry(context, number, value)) {
        return LS_CLASH;
    }
    start_watch(context);
    const int64_t stamps = context->stamp.bytes;
    if (!ls_room(&context->memory, &context->stamp, context->size, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    if (stamps != context->stamp.bytes || context->epoch == INT32_MAX) {
        memset(context->stamp.items, 0, (size_t)context->stamp.bytes);
        context->epoch = 0;
    }
    context->epoch++;
    context->is_trying = true;
    context->saved_made = context->dissolved_made = 0;
    context->first_new = context->components_made;
    context->before[0] = context->undecided;
    context->before[1] = context->mines;
    context->before[2] = context->tied;
    context->before[3] = context->covered;
    const ls_said said = context->said;
    ls_status status = change(context, &number, &value, 1);
    if (status == LS_OK) {
        status = answer(context, marginals);
    }
    if (status == LS_OK && log2_mass) {
        *log2_mass = context->said.log2_mass;
    }
    take_back(context);
    context->said = said;
    return status;
}

int32_t ls_batch(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                 int64_t count, const int8_t *states, const int64_t *bounds, double density,
                 double odds, double *marginals, int32_t *statuses) {
    for (int64_t turn = 0; turn < count; turn++) {
        double *own = marginals + turn * size;
        const int8_t *board = states + turn * size;
        int32_t status = ls_load(context, size, degree, near, board, bounds[2 * turn],
                                 bounds[2 * turn + 1], density, odds, NULL, NULL, own);
        if (status != LS_OK) {
            for (int32_t number = 0; number < size; number++) {
                own[number] = NAN;
            }
        }
        statuses[turn] = status;
        if (context->watch.cancel && *context->watch.cancel) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

double ls_log2_mass(const ls_context *context) { return context->said.log2_mass; }

int32_t ls_needs_prior(const ls_context *context) { return context->said.needs_prior; }

/* Whether the counts of a component, by box as well, are whole numbers in doubles. */
static bool has_integers(const ls_component *own) { return own->counts.is_exact && !own->tables; }

/* List the components, after `ls_load` or `ls_marginals`. */
int32_t ls_list(ls_context *context, ls_components_found *found) {
    if (!context->is_loaded || !context->is_joined) {
        return LS_NONE;
    }
    const int32_t *alive = context->alive.items;
    int64_t numbers = 0, counts = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *own = ls_components(context) + alive[turn];
        numbers += 5 + own->problem.boxes + own->cells_count + own->clues_count;
        counts += has_integers(own) ? (int64_t)own->counts.length * (1 + own->problem.boxes) : 0;
    }
    if (!ls_room(&context->memory, &context->listed, numbers + 1, sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->listed_counts, counts + 1, sizeof(int64_t))) {
        return LS_MEMORY;
    }
    int32_t *number = context->listed.items;
    int64_t *count = context->listed_counts.items;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *own = ls_components(context) + alive[turn];
        const int32_t boxes = own->problem.boxes, length = own->counts.length;
        const bool is_exact = has_integers(own);
        const int32_t head[] = {boxes, own->clues_count, own->counts.lowest, length, is_exact};
        memcpy(number, head, sizeof head);
        memcpy(number + 5, own->cell_start + 1, (size_t)boxes * sizeof(int32_t));
        number += 5 + boxes;
        memcpy(number, own->cells, (size_t)own->cells_count * sizeof(int32_t));
        memcpy(number + own->cells_count, own->clues, (size_t)own->clues_count * sizeof(int32_t));
        number += own->cells_count + own->clues_count;
        for (int32_t place = 0; is_exact && place < length; place++) {
            *count++ = (int64_t)own->counts.counts[place];
        }
        for (int64_t place = 0; is_exact && place < (int64_t)length * boxes; place++) {
            *count++ = (int64_t)own->counts.mines[place];
        }
    }
    *found = (ls_components_found){number - (int32_t *)context->listed.items,
                                   count - (int64_t *)context->listed_counts.items,
                                   context->listed.items, context->listed_counts.items};
    return LS_OK;
}

/* Count exactly, in the tables of the context; what components keep is in tables of their own. */
static ls_status exactly(ls_context *context, const ls_problem *problem, bool boxes,
                         ls_numbers *found) {
    ls_exact *exact = &context->exact;
    ls_tables *tables = &context->tables;
    start_watch(context);
    LS_TRY(ls_rows(context, tables, problem));
    if (boxes && ls_box_work(tables) > MOST_BOX_WORK) {
        return LS_WIDE; /* long products are faster in Python, which has faster ways */
    }
    LS_TRY(ls_count_exactly(context, tables, problem, exact, boxes));
    *found = (ls_numbers){exact->limbs,        exact->lowest,      exact->length, exact->rows,
                          exact->counts.items, exact->boxes.items, tables->held.items};
    return LS_OK;
}

/* The exact counts of a component that `ls_list` lists; weights are not known exactly. */
int32_t ls_exactly(ls_context *context, int32_t place, ls_numbers *found) {
    if (!context->is_loaded || !context->is_joined || context->weights || place < 0 ||
        place >= context->alive_count) {
        return LS_NONE;
    }
    const ls_component *own = ls_components(context) + ((int32_t *)context->alive.items)[place];
    return exactly(context, &own->problem, true, found);
}

/* Whether a problem keeps to what the tables can hold. */
static bool is_sound(const ls_problem *problem) {
    if (problem->boxes < 1 || problem->factors <= problem->queries) {
        return false;
    }
    for (int32_t box = 0; box < problem->boxes; box++) {
        const int32_t ties = problem->scope_start[box + 1] - problem->scope_start[box];
        if (problem->sizes[box] < 1 || problem->sizes[box] > LS_DEGREE || ties > LS_DEGREE) {
            return false;
        }
    }
    for (int32_t factor = 0; factor < problem->factors; factor++) {
        if (problem->lower[factor] < 0 || problem->upper[factor] < problem->lower[factor]) {
            return false;
        }
    }
    return true;
}

int32_t ls_component_exactly(ls_context *context, const ls_problem *problem, int32_t boxes,
                             ls_numbers *found) {
    return is_sound(problem) ? exactly(context, problem, boxes, found) : LS_WIDE;
}

int32_t ls_component_marginals(ls_context *context, const ls_problem *problem,
                               const double *message, int32_t lowest, int32_t length,
                               double *marginals) {
    ls_tables *tables = &context->tables;
    if (!is_sound(problem) || problem->queries) {
        return LS_WIDE;
    }
    start_watch(context);
    LS_TRY(ls_rows(context, tables, problem));
    LS_TRY(ls_forward(context, tables, problem));
    const ls_row *last = (const ls_row *)tables->rows.items + tables->rows_made - 1;
    if (last->lo != lowest || last->hi - last->lo + 1 != length) {
        return LS_CLASH; /* the message is for other numbers of mines */
    }
    ls_counts counts = {.lowest = lowest, .length = length};
    double roundings;
    LS_TRY(ls_backward(context, tables, problem, &counts, message, marginals, &roundings));
    return roundings * LS_ROUNDING > LS_TOLERANCE ? LS_IMPRECISE : LS_OK;
}

int32_t ls_needs_total(const ls_context *context) { return context->said.needs_total; }

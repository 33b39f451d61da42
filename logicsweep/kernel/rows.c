/* The rows and transitions of a component's tables: which states can be reached, and from which of
 * them a model. No number is rounded here; values come later (values.c, limbs.c).
 *
 * A key has a field for each open factor, with the mines that it still needs to come to its upper
 * bound. Boxes are summed out one by one, those of one factor (the pivot) after the other. A box
 * with n mines takes n off the fields of the factors in its scope: no more than each of them needs,
 * and so many that its further cells and its slack (upper less lower) suffice for the rest. A factor
 * without slack is closed with a need of 0, which leaves its field empty; one with slack or weights
 * has a step of its own, which empties the field and tells the weight. Fields of query variables stay.
 */
#include "rows.h"

#include <string.h>

#define MOST_ROWS 50000000

/* Room to plan: by box or by factor. */
typedef struct {
    int32_t *order;              /* boxes, as they are summed out */
    int32_t *boxes_at, *boxes;   /* the boxes in the scope of each factor */
    int32_t *left;               /* cells of each factor that are not summed out yet */
    int32_t *slot;               /* the field of each open factor; -1 */
    int32_t *free_slots;
    uint8_t *gone;               /* boxes that are in the order already */
} planning;

static ls_status plan_room(ls_context *context, ls_tables *tables, const ls_problem *problem,
                           planning *plan) {
    const int64_t boxes = problem->boxes, factors = problem->factors;
    const int64_t ties = problem->scope_start[boxes];
    int64_t wanted = 2 * boxes + ties + 4 * (factors + 2);
    if (!ls_room(&context->memory, &tables->plan, wanted, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *at = tables->plan.items;
    plan->order = at;
    plan->boxes_at = at += boxes;
    plan->boxes = at += factors + 2;
    plan->left = at += ties;
    plan->slot = at += factors;
    plan->free_slots = at += factors;
    plan->gone = (uint8_t *)(at + factors);
    memset(plan->left, 0, (size_t)factors * sizeof(int32_t));
    memset(plan->boxes_at, 0, (size_t)(factors + 2) * sizeof(int32_t));
    memset(plan->gone, 0, (size_t)boxes);
    for (int32_t box = 0; box < boxes; box++) {
        for (int32_t tie = problem->scope_start[box]; tie < problem->scope_start[box + 1]; tie++) {
            plan->left[problem->scope[tie]] += problem->sizes[box];
            plan->boxes_at[problem->scope[tie] + 2]++;
        }
    }
    for (int32_t factor = 0; factor < factors; factor++) {
        plan->boxes_at[factor + 2] += plan->boxes_at[factor + 1];
    }
    for (int32_t box = 0; box < boxes; box++) {
        for (int32_t tie = problem->scope_start[box]; tie < problem->scope_start[box + 1]; tie++) {
            plan->boxes[plan->boxes_at[problem->scope[tie] + 1]++] = box;
        }
    }
    return LS_OK;
}

/* The boxes, pivot by pivot; those that only the pivot has come last, as they take what is left. */
static void order_boxes(const ls_tables *tables, const ls_problem *problem, planning *plan) {
    const int32_t *order = tables->order.items;
    int32_t made = 0;
    for (int32_t turn = 0; turn < problem->factors - problem->queries; turn++) {
        const int32_t pivot = order[turn];
        for (int32_t shared = 1; shared >= 0; shared--) {
            for (int32_t at = plan->boxes_at[pivot]; at < plan->boxes_at[pivot + 1]; at++) {
                int32_t box = plan->boxes[at];
                bool is_shared = problem->scope_start[box + 1] - problem->scope_start[box] > 1;
                if (!plan->gone[box] && is_shared == shared) {
                    plan->gone[box] = 1;
                    plan->order[made++] = box;
                }
            }
        }
    }
    for (int32_t box = 0; box < problem->boxes; box++) { /* in the scope of queries at most */
        if (!plan->gone[box]) {
            plan->order[made++] = box;
        }
    }
}

/* How many factors are open at once, at most; a count of the cells left is restored. */
static int32_t open_at_once(const ls_problem *problem, const planning *plan) {
    int32_t open = 0, most = 0;
    for (int32_t factor = 0; factor < problem->factors; factor++) {
        plan->slot[factor] = plan->left[factor];
    }
    for (int32_t turn = 0; turn < problem->boxes; turn++) {
        const int32_t box = plan->order[turn];
        int32_t closed = 0;
        for (int32_t tie = problem->scope_start[box]; tie < problem->scope_start[box + 1]; tie++) {
            const int32_t factor = problem->scope[tie];
            open += plan->slot[factor] == plan->left[factor];
            plan->slot[factor] -= problem->sizes[box];
            closed += !plan->slot[factor] && factor < problem->factors - problem->queries;
        }
        most = open > most ? open : most;
        open -= closed;
    }
    return most;
}

/* Where the field of a slot is in a key, of so many fields a word. Divisions take their time, and
 * nearly all keys are one word. */
static inline int32_t word_of(int32_t slot, int32_t fields) {
    return slot < fields ? 0 : slot / fields;
}

static inline int32_t shift_of(int32_t slot, int32_t fields, int32_t field) {
    return (slot < fields ? slot : slot % fields) * field;
}

static ls_step *new_step(ls_tables *tables, int32_t box, int32_t factor, int32_t choices,
                         int64_t first_row) {
    ls_step *step = (ls_step *)tables->steps.items + tables->steps_made;
    *step = (ls_step){box, factor, choices, first_row, tables->rows_made - first_row,
                      tables->edges_made, 0, 0};
    return step;
}

/* Make the rows after a step, within the limits. */
static ls_status take(ls_context *context, ls_tables *tables, ls_step *step,
                      const key_step *change, const ls_problem *problem) {
    const int64_t edges = tables->edges_made + step->rows * step->choices;
    if (tables->rows_made > context->most_numbers || edges > MOST_ROWS) {
        return LS_WIDE;
    }
    if (!ls_room(&context->memory, &tables->edges, edges, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    tables->edges_made = edges;
    tables->steps_made++;
    return ls_expand(context, tables, step, change, problem);
}

/* Keep what leads to a model, and the fewest and the most mines of each box in one. */
static ls_status prune(ls_context *context, ls_tables *tables, const ls_problem *problem) {
    if (!ls_room(&context->memory, &tables->fewest, problem->boxes + 1, sizeof(int32_t)) ||
        !ls_room(&context->memory, &tables->most, problem->boxes + 1, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *fewest = tables->fewest.items, *highest = tables->most.items;
    ls_row *rows = tables->rows.items;
    ls_step *steps = tables->steps.items;
    const ls_step *last = steps + tables->steps_made - 1;
    for (int64_t row = last->first_row + last->rows; row < tables->rows_made; row++) {
        rows[row].most = rows[row].least = 0;
    }
    for (int32_t turn = tables->steps_made - 1; turn >= 0; turn--) {
        const ls_step *step = steps + turn;
        int32_t *edge = (int32_t *)tables->edges.items + step->first_edge;
        int32_t low = INT32_MAX, high = -1;
        for (int64_t row = step->first_row; row < step->first_row + step->rows; row++) {
            int32_t most = -1, least = INT32_MAX;
            for (int32_t mines = 0; mines < step->choices; mines++, edge++) {
                if (*edge < 0) {
                    continue;
                }
                if (rows[*edge].most < 0) {
                    *edge = -1;
                    continue;
                }
                most = rows[*edge].most + mines > most ? rows[*edge].most + mines : most;
                least = rows[*edge].least + mines < least ? rows[*edge].least + mines : least;
                low = mines < low ? mines : low;
                high = mines > high ? mines : high;
            }
            rows[row].most = most;
            rows[row].least = least;
        }
        if (step->box >= 0) {
            fewest[step->box] = low;
            highest[step->box] = high;
        }
        if (ls_must_stop(&context->watch, step->rows)) {
            return LS_STOPPED;
        }
    }
    if (rows[0].most < 0) {
        return LS_CLASH;
    }
    int64_t values = 0;
    for (int32_t turn = 0; turn <= tables->steps_made; turn++) {
        bool is_end = turn == tables->steps_made;
        int64_t first = is_end ? last->first_row + last->rows : steps[turn].first_row;
        int64_t end = is_end ? tables->rows_made : first + steps[turn].rows;
        if (!is_end) {
            steps[turn].first_value = values;
        }
        for (int64_t row = first; row < end; row++) {
            rows[row].value = values;
            values += rows[row].most < 0 ? 0 : rows[row].hi - rows[row].lo + 1;
        }
    }
    tables->values_made = values;
    return LS_OK;
}

/* What the keys of the last table say of the query variables. */
static ls_status read_queries(ls_context *context, ls_tables *tables, const ls_problem *problem,
                              const planning *plan, int64_t first_row, int32_t field) {
    const int64_t rows = tables->rows_made - first_row;
    const uint64_t mask = ((uint64_t)1 << field) - 1;
    if (!problem->queries) {
        return LS_OK;
    }
    if (!ls_room(&context->memory, &tables->held, rows * problem->queries, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *held = tables->held.items;
    for (int64_t row = 0; row < rows; row++) {
        const uint64_t *key = (uint64_t *)tables->keys.items + row * tables->words;
        for (int32_t query = 0; query < problem->queries; query++) {
            const int32_t factor = problem->factors - problem->queries + query;
            const int32_t slot = plan->slot[factor];
            int32_t need = problem->upper[factor]; /* of a query about no box at all */
            if (slot >= 0) {
                const int32_t word = word_of(slot, 64 / field);
                need = (int32_t)(key[word] >> shift_of(slot, 64 / field, field) & mask);
            }
            held[row * problem->queries + query] = problem->upper[factor] - need;
        }
    }
    return LS_OK;
}

ls_status ls_rows(ls_context *context, ls_tables *tables, const ls_problem *problem) {
    ls_memory *memory = &context->memory;
    const int32_t weighing = problem->factors - problem->queries;
    planning plan;
    LS_TRY(ls_order(context, tables, problem));
    LS_TRY(plan_room(context, tables, problem, &plan));
    order_boxes(tables, problem, &plan);
    int32_t largest = 1;
    for (int32_t factor = 0; factor < problem->factors; factor++) {
        if (!plan.left[factor] && factor < weighing) {
            return LS_WIDE; /* it would never be closed */
        }
        largest = problem->upper[factor] > largest ? problem->upper[factor] : largest;
    }
    const int32_t field = 32 - __builtin_clz((uint32_t)largest);
    const int32_t fields = 64 / field;
    const int32_t slots = open_at_once(problem, &plan);
    tables->words = (slots + fields - 1) / fields;
    if (tables->words > MOST_WORDS) {
        return LS_WIDE;
    }
    if (!ls_room(memory, &tables->steps, (int64_t)problem->boxes + weighing + 1,
                 sizeof(ls_step)) ||
        !ls_room(memory, &tables->rows, 1, sizeof(ls_row)) ||
        !ls_room(memory, &tables->keys, tables->words, sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    memset(tables->keys.items, 0, (size_t)tables->words * sizeof(uint64_t));
    ((ls_row *)tables->rows.items)[0] = (ls_row){0, 0, -1, 0, 0, 0};
    tables->rows_made = 1;
    tables->steps_made = 0;
    tables->edges_made = 0;
    int32_t free_count = 0;
    for (int32_t slot = slots - 1; slot >= 0; slot--) {
        plan.free_slots[free_count++] = slot;
    }
    for (int32_t factor = 0; factor < problem->factors; factor++) {
        plan.slot[factor] = -1;
    }
    key_step change;
    change.mask = ((uint64_t)1 << field) - 1;
    int64_t first_row = 0;
    for (int32_t turn = 0; turn < problem->boxes; turn++) {
        const int32_t box = plan.order[turn], size = problem->sizes[box];
        const int32_t first = problem->scope_start[box], end = problem->scope_start[box + 1];
        memset(change.opening, 0, (size_t)tables->words * sizeof(uint64_t));
        memset(change.unit, 0, (size_t)tables->words * sizeof(uint64_t));
        change.touched_count = 0;
        for (int32_t tie = first; tie < end; tie++) {
            const int32_t factor = problem->scope[tie];
            const bool opens = plan.slot[factor] < 0;
            if (opens) {
                plan.slot[factor] = plan.free_slots[--free_count];
            }
            const int32_t word = word_of(plan.slot[factor], fields);
            const int32_t shift = shift_of(plan.slot[factor], fields, field);
            if (opens) {
                change.opening[word] |= (uint64_t)problem->upper[factor] << shift;
            }
            change.unit[word] |= (uint64_t)1 << shift;
            plan.left[factor] -= size;
            const int32_t slack = problem->upper[factor] - problem->lower[factor];
            change.touched[change.touched_count++] =
                (touched_factor){word, shift, plan.left[factor] + slack};
        }
        ls_step *step = new_step(tables, box, -1, size + 1, first_row);
        first_row = tables->rows_made;
        LS_TRY(take(context, tables, step, &change, problem));
        for (int32_t tie = first; tie < end; tie++) {
            const int32_t factor = problem->scope[tie];
            if (plan.left[factor] || factor >= weighing) {
                continue;
            }
            plan.free_slots[free_count++] = plan.slot[factor];
            if (problem->upper[factor] == problem->lower[factor] &&
                problem->weights_at[factor] < 0) {
                continue;
            }
            memset(change.opening, 0, (size_t)tables->words * sizeof(uint64_t));
            change.touched[0].word = word_of(plan.slot[factor], fields);
            change.touched[0].shift = shift_of(plan.slot[factor], fields, field);
            step = new_step(tables, -1, factor, 1, first_row);
            first_row = tables->rows_made;
            LS_TRY(take(context, tables, step, &change, problem));
        }
    }
    LS_TRY(read_queries(context, tables, problem, &plan, first_row, field));
    return prune(context, tables, problem);
}

void ls_free_tables(ls_memory *memory, ls_tables *tables) {
    ls_array *arrays[] = {&tables->steps,   &tables->rows,        &tables->edges,
                          &tables->values,  &tables->keys,        &tables->next_keys,
                          &tables->buckets, &tables->degrees,     &tables->order,
                          &tables->plan,    &tables->masks,       &tables->fewest,
                          &tables->most,    &tables->ahead[0],    &tables->ahead[1],
                          &tables->ahead_at[0], &tables->ahead_at[1], &tables->through,
                          &tables->held};
    for (size_t place = 0; place < sizeof arrays / sizeof *arrays; place++) {
        ls_free(memory, arrays[place]);
    }
}

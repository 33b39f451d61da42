/* Relations in the tables of a trellis: what is left of a decision diagram once some cells are known.
 *
 * Two assignments of the cells in a table leave the same function of the cells outside, or two different
 * ones: the same state, as an edge of a forest in which equal diagrams are equal edges. One assignment
 * stands for each state. Two tables are joined by following the state of the one along the assignment that
 * stands for the other (Bryant's restriction), whatever the order of the diagram. All states are known
 * before there are rows, so that rows have no more than numbers of states.
 */
#include "forest.h"
#include "relations.h"

#include <string.h>

#define MOST_STATES 4096     /* of a relation in one table */
#define MOST_PAIRS (1 << 20) /* of states in one join */
#define MOST_NUMBERS (1 << 26)
#define WEIGHTS (-2)

/* The states of a relation in a table. Each has an edge, and what it comes `from`: for a box the number of
 * mines, for a join left * (states on the right) + right. A box has its places, and then the state for
 * each number of mines, or -1. */
typedef struct {
    int32_t states, cells;
    int32_t left, right; /* sets; -1 and -1 of a box, WEIGHTS of the leaf for weights */
    int64_t edges_at, from_at, places_at;
} state_set;

typedef struct {
    ls_forest forest;
    ls_trellis *trellis;
    const ls_problem *problem;
    int32_t sets_made, merges_made;
    int64_t numbers_made;
} relating;

static inline int32_t *numbers_of(const ls_trellis *trellis) { return ls_related(trellis, NUMBERS); }
static inline const state_set *set_at(const ls_trellis *trellis, int32_t set) {
    return (const state_set *)ls_related(trellis, SETS) + set;
}
static inline int32_t diagram_of(const ls_problem *problem, int32_t factor) {
    return problem->relations->diagram_of[factor];
}

/* Put the diagrams into the forest. */
static ls_status plant(relating *own) {
    const ls_relations *relations = own->problem->relations;
    int32_t most_nodes = 0, most_ends = 0;
    for (int32_t diagram = 0; diagram < relations->diagrams; diagram++) {
        const int32_t count = relations->node_start[diagram + 1] - relations->node_start[diagram];
        most_nodes = count > most_nodes ? count : most_nodes;
    }
    for (int32_t factor = 0; factor < own->problem->factors; factor++) {
        if (diagram_of(own->problem, factor) >= 0 && own->problem->upper[factor] > most_ends) {
            most_ends = own->problem->upper[factor];
        }
    }
    if (!ls_related_room(&own->forest, ROOTS, (int64_t)relations->diagrams + most_nodes,
                         sizeof(int32_t)) ||
        !ls_related_room(&own->forest, ENDS, 2 * ((int64_t)most_ends + 2), sizeof(int32_t))) {
        return LS_MEMORY;
    }
    LS_TRY(ls_begin_forest(&own->forest));
    memset(ls_related(own->trellis, ENDS), 0xFF, 2 * ((size_t)most_ends + 2) * sizeof(int32_t));
    int32_t *roots = ls_related(own->trellis, ROOTS), *edges = roots + relations->diagrams;
    for (int32_t diagram = 0; diagram < relations->diagrams; diagram++) {
        const int32_t first = relations->node_start[diagram], end = relations->node_start[diagram + 1];
        for (int32_t at = first; at < end; at++) {
            const int32_t *here = relations->nodes + 3 * (int64_t)at;
            const int32_t safe = here[1] < 0 ? here[1] : edges[here[1]];
            const int32_t mine = here[2] < 0 ? here[2] : edges[here[2]];
            edges[at - first] = ls_edge_to(&own->forest, here[0], safe, mine);
        }
        const int32_t root = relations->roots[diagram];
        roots[diagram] = root < 0 ? root : edges[root];
    }
    return own->forest.status;
}

/* ---- states ---- */

/* The state of an edge in the set that is made, of which `edges` and `from` are known so far; a new one if
 * need be, -1 for nothing. */
static int32_t state_of(relating *own, state_set *made, int32_t edge, int32_t from) {
    if (edge == LS_NOTHING) {
        return -1;
    }
    int32_t *ends = (int32_t *)ls_related(own->trellis, ENDS) + 2 * (int64_t)(edge < 0 ? ~edge : 0);
    ls_node *there = (ls_node *)ls_related(own->trellis, NODES) + (edge < 0 ? 0 : edge);
    int32_t *stamp = edge < 0 ? ends : &there->stamp, *state = edge < 0 ? ends + 1 : &there->state;
    if (*stamp != own->sets_made) {
        if (made->states == MOST_STATES) {
            own->forest.status = LS_WIDE;
            return -1;
        }
        *stamp = own->sets_made;
        *state = made->states++;
        numbers_of(own->trellis)[made->edges_at + *state] = edge;
        numbers_of(own->trellis)[made->from_at + *state] = from;
    }
    return *state;
}

/* Enter a set; the room that was left for more of its states is free again. */
static ls_status enter(relating *own, int32_t factor, state_set made, int32_t *set) {
    if (!ls_related_room(&own->forest, SETS, own->sets_made + 1, sizeof(state_set))) {
        return LS_MEMORY;
    }
    int32_t *numbers = numbers_of(own->trellis);
    memmove(numbers + made.edges_at + made.states, numbers + made.from_at,
            (size_t)made.states * sizeof(int32_t));
    made.from_at = made.edges_at + made.states;
    own->numbers_made = made.from_at + made.states;
    ls_field *field = ls_field_at(own->trellis, factor);
    field->upper = made.states > field->upper ? made.states : field->upper;
    *set = own->sets_made++;
    ((state_set *)ls_related(own->trellis, SETS))[*set] = made;
    return !made.states ? LS_CLASH : own->numbers_made > MOST_NUMBERS ? LS_WIDE : own->forest.status;
}

/* The states of a relation about one box, whose cells are interchangeable. */
static ls_status relate_box(relating *own, int32_t factor, int32_t box, int32_t *set) {
    const ls_relations *relations = own->problem->relations;
    const int32_t diagram = diagram_of(own->problem, factor);
    const int32_t *boxes = relations->boxes + relations->boxes_at[factor];
    const int32_t size = own->problem->sizes[box];
    state_set made = {.cells = size, .left = -1, .right = -1, .places_at = own->numbers_made};
    made.edges_at = made.places_at + 2 * (int64_t)size + 1;
    made.from_at = made.edges_at + size + 1;
    if (!ls_related_room(&own->forest, NUMBERS, made.from_at + size + 1, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *places = numbers_of(own->trellis) + made.places_at, *states = places + size;
    int32_t count = 0;
    for (int32_t place = 0; place < relations->sizes[diagram] && count < size; place++) {
        if (boxes[place] == box) {
            places[count++] = place;
        }
    }
    if (count != size) {
        return LS_WIDE; /* it does not ask all cells of the box */
    }
    for (int32_t mines = 0; mines <= size; mines++) {
        int32_t edge = ((const int32_t *)ls_related(own->trellis, ROOTS))[diagram];
        for (int32_t at = 0; at < size; at++) {
            edge = ls_restricted(&own->forest, edge, places[at], at < mines);
        }
        states[mines] = state_of(own, &made, edge, mines);
    }
    return enter(own, factor, made, set);
}

/* The states of the leaf for the weights of a relation: one for each weight, from the last on. */
static ls_status relate_weights(relating *own, int32_t factor, int32_t *set) {
    const int32_t count = own->problem->upper[factor] + 1;
    state_set made = {.left = WEIGHTS, .right = WEIGHTS, .edges_at = own->numbers_made};
    made.from_at = made.edges_at + count;
    if (!ls_related_room(&own->forest, NUMBERS, made.from_at + count, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    for (int32_t number = 0; number < count; number++) {
        (void)state_of(own, &made, ~(count - number), 0);
    }
    return enter(own, factor, made, set);
}

/* Follow an edge along the assignment that stands for a state. */
static int32_t followed(relating *own, int32_t set, int32_t state, int32_t edge) {
    const state_set *side = set_at(own->trellis, set);
    const int32_t *numbers = numbers_of(own->trellis);
    const int32_t from = numbers[side->from_at + state];
    if (side->left < 0) {
        for (int32_t at = 0; edge >= 0 && at < side->cells; at++) {
            edge = ls_restricted(&own->forest, edge, numbers[side->places_at + at], at < from);
        }
        return edge;
    }
    const int32_t rights = set_at(own->trellis, side->right)->states;
    edge = followed(own, side->left, from / rights, edge);
    return edge < 0 ? edge : followed(own, side->right, from % rights, edge);
}

/* What a state on the left and one on the right leave. The longer way is followed on by the shorter one;
 * the leaf for weights is compared, which joins once nothing else is left. */
static int32_t joined(relating *own, const int32_t *sets, int32_t left, int32_t right) {
    const state_set *one = set_at(own->trellis, sets[0]), *other = set_at(own->trellis, sets[1]);
    const int32_t *numbers = numbers_of(own->trellis);
    const int32_t left_edge = numbers[one->edges_at + left];
    const int32_t right_edge = numbers[other->edges_at + right];
    if (one->left == WEIGHTS || other->left == WEIGHTS) {
        return left_edge == right_edge ? left_edge : LS_NOTHING;
    }
    return one->cells < other->cells ? followed(own, sets[0], left, right_edge)
                                     : followed(own, sets[1], right, left_edge);
}

/* Join the states of a relation in two tables; its new set is -1 if it is closed. */
static ls_status merge(relating *own, int32_t factor, const int32_t *sets, bool closes, int32_t *set) {
    const state_set one = *set_at(own->trellis, sets[0]), other = *set_at(own->trellis, sets[1]);
    const int64_t pairs = (int64_t)one.states * other.states;
    const int64_t most = pairs < MOST_STATES ? pairs : MOST_STATES;
    if (pairs > MOST_PAIRS) {
        return LS_WIDE;
    }
    state_set made = {.cells = one.cells + other.cells, .left = sets[0], .right = sets[1]};
    const int64_t states_at = own->numbers_made;
    made.edges_at = states_at + pairs;
    made.from_at = made.edges_at + most;
    if (!ls_related_room(&own->forest, NUMBERS, made.from_at + most, sizeof(int32_t)) ||
        !ls_related_room(&own->forest, MERGES, own->merges_made + 1, sizeof(ls_merge))) {
        return LS_MEMORY;
    }
    int32_t *states = numbers_of(own->trellis) + states_at;
    for (int32_t left = 0; left < one.states; left++) {
        for (int32_t right = 0; right < other.states; right++) {
            const int32_t edge = joined(own, sets, left, right), from = left * other.states + right;
            states[from] = !closes ? state_of(own, &made, edge, from) : edge == LS_NOTHING ? -1 : 0;
        }
        LS_TRY(own->forest.status);
        if (ls_must_stop(&own->forest.context->watch, 16 * (int64_t)other.states)) {
            return LS_STOPPED;
        }
    }
    ((ls_merge *)ls_related(own->trellis, MERGES))[own->merges_made++] =
        (ls_merge){factor, other.states, states_at};
    *set = -1;
    own->numbers_made = made.edges_at;
    return closes ? LS_OK : enter(own, factor, made, set);
}

/* ---- the tables of a plan ---- */

static inline const ls_open *open_of(const ls_trellis *trellis, const ls_table *table) {
    return (const ls_open *)trellis->open.items + table->open_at;
}

static ls_status relate_leaf(relating *own, const ls_table *leaf) {
    const ls_problem *problem = own->problem;
    const ls_open *open = open_of(own->trellis, leaf);
    int32_t *sets = (int32_t *)ls_related(own->trellis, OPEN) + leaf->open_at;
    if (leaf->factor >= 0) {
        sets[0] = -1; /* it is open, or there is room behind the last */
        return diagram_of(problem, leaf->factor) < 0 ? LS_OK
                                                     : relate_weights(own, leaf->factor, sets);
    }
    const int32_t first = leaf->box < 0 ? 0 : problem->scope_start[leaf->box];
    const int32_t end = leaf->box < 0 ? 0 : problem->scope_start[leaf->box + 1];
    int32_t *ties = ls_related(own->trellis, TIES), place = 0;
    for (int32_t tie = first; tie < end; tie++) {
        const int32_t factor = problem->scope[tie];
        ties[tie] = -1;
        if (diagram_of(problem, factor) >= 0) {
            LS_TRY(relate_box(own, factor, leaf->box, ties + tie));
        }
        if (place < leaf->open && open[place].factor == factor) {
            sets[place++] = ties[tie];
        }
    }
    return LS_OK;
}

static ls_status relate_join(relating *own, const ls_table *table) {
    const ls_trellis *trellis = own->trellis;
    const ls_table *sides[] = {ls_table_at(trellis, table->left), ls_table_at(trellis, table->right)};
    int32_t *held = ls_related(trellis, HELD), *inside = held + own->problem->factors;
    int32_t *sets = ls_related(trellis, OPEN);
    for (int32_t side = 0; side < 2; side++) {
        const ls_open *open = open_of(trellis, sides[side]);
        for (int32_t place = 0; place < sides[side]->open; place++) {
            const int32_t factor = open[place].factor, set = sets[sides[side]->open_at + place];
            if (set < 0 || held[factor] < 0) {
                held[factor] = set;
                inside[factor] = open[place].inside;
                continue;
            }
            const int32_t both[] = {held[factor], set};
            const bool closes =
                inside[factor] + open[place].inside == ls_field_at(trellis, factor)->cells;
            LS_TRY(merge(own, factor, both, closes, held + factor));
        }
    }
    for (int32_t place = 0; place < table->open; place++) {
        sets[table->open_at + place] = held[open_of(trellis, table)[place].factor];
    }
    for (int32_t side = 0; side < 2; side++) {
        for (int32_t place = 0; place < sides[side]->open; place++) {
            held[open_of(trellis, sides[side])[place].factor] = -1;
        }
    }
    return LS_OK;
}

ls_status ls_relate(ls_context *context, ls_trellis *trellis, const ls_problem *problem) {
    relating own = {.forest = {.context = context, .trellis = trellis}, .trellis = trellis,
                    .problem = problem};
    const int32_t factors = problem->factors, tables = trellis->tables_made;
    const ls_table *last = ls_table_at(trellis, tables - 1);
    if (!ls_related_room(&own.forest, OPEN, (int64_t)last->open_at + last->open + 1, sizeof(int32_t)) ||
        !ls_related_room(&own.forest, TIES, problem->scope_start[problem->boxes] + 1, sizeof(int32_t)) ||
        !ls_related_room(&own.forest, HELD, 2 * (int64_t)factors, sizeof(int32_t)) ||
        !ls_related_room(&own.forest, STARTS, (int64_t)tables + 1, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    memset(ls_related(trellis, HELD), 0xFF, (size_t)factors * sizeof(int32_t));
    for (int32_t factor = 0; factor < factors; factor++) {
        if (diagram_of(problem, factor) >= 0) {
            ls_field_at(trellis, factor)->upper = 0; /* the most states, for now */
        }
    }
    LS_TRY(plant(&own));
    for (int32_t turn = 0; turn < tables; turn++) {
        const ls_table *table = ls_table_at(trellis, turn);
        ((int32_t *)ls_related(trellis, STARTS))[turn] = own.merges_made;
        LS_TRY(table->left < 0 ? relate_leaf(&own, table) : relate_join(&own, table));
    }
    ((int32_t *)ls_related(trellis, STARTS))[tables] = own.merges_made;
    for (int32_t factor = 0; factor < factors; factor++) {
        if (diagram_of(problem, factor) >= 0) { /* half, as there is no guard */
            ls_field_at(trellis, factor)->upper = (ls_field_at(trellis, factor)->upper - 1) / 2;
        }
    }
    return LS_OK;
}

bool ls_add_states(const ls_trellis *trellis, const ls_problem *problem, int32_t box, int32_t mines,
                   uint64_t *key) {
    const int32_t *ties = ls_related(trellis, TIES);
    for (int32_t tie = problem->scope_start[box]; tie < problem->scope_start[box + 1]; tie++) {
        if (ties[tie] < 0) {
            continue;
        }
        const state_set *set = set_at(trellis, ties[tie]);
        const ls_field *field = ls_field_at(trellis, problem->scope[tie]);
        const int32_t state = numbers_of(trellis)[set->places_at + set->cells + mines];
        if (state < 0) {
            return false;
        }
        key[field->word] |= (uint64_t)state << field->shift; /* 0, if it has no field */
    }
    return true;
}

int32_t ls_merges_in(const ls_trellis *trellis, int32_t table, const ls_merge **merges) {
    const int32_t *starts = ls_related(trellis, STARTS);
    const int32_t count = starts[table + 1] - starts[table];
    *merges = (const ls_merge *)ls_related(trellis, MERGES) + starts[table];
    return count;
}

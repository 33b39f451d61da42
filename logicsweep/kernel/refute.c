/* What is left for a solver: the clues that are to contradict the opposite of what tables decided, as
 * single clues left them, but for what these refute (see probe.c).
 *
 * One claim takes some cells together, and the clues that hang together with them, the nearest first.
 * A board with many decided cells has several claims, since a solver takes long over many at once; they
 * leave out the clues that are very far, which nearly never matter.
 */
#include "door.h"

#define UNCERTAIN 127
/* Numbers before the literals. */
#define HEAD 6
/* The clues next to cells, and those next to the cells of these: nearly always enough. */
#define NEAR_LAYERS 2
/* And so many layers in all, where there are several claims. */
#define MOST_LAYERS 16
/* Cells of one claim. */
#define MOST_LITERALS 128
/* What a claim has of all that is true: all clues that hang together with it; and the mine count. */
#define ALL_THAT_HANG_TOGETHER 1
#define ALL_UNDER_TOTAL 2

typedef struct {
    ls_context *context;
    const uint8_t *first;     /* codes before any tables */
    const uint8_t *proved;    /* cells that single clues prove, once they are taken to be otherwise */
    const int8_t *states;
    const int32_t *uncertain; /* as in ls_read */
    const int32_t *uncertain_at; /* of each cell, from ls_check */
    int32_t *variable;        /* of each cell; of a clue 1 once it is listed, 0 for none */
    int32_t *cells, variables;
    int32_t clues;
    int64_t made;             /* numbers in `refutation` */
} listing;

static ls_status add(listing *own, int32_t number) {
    ls_array *all = &own->context->refutation;
    if (!ls_room(&own->context->memory, all, own->made + 1, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    ((int32_t *)all->items)[own->made++] = number;
    return LS_OK;
}

static int32_t variable_of(listing *own, int32_t cell) {
    if (!own->variable[cell]) {
        own->cells[own->variables++] = cell;
        own->variable[cell] = own->variables;
    }
    return own->variable[cell];
}

/* A clue by its number, what it still needs, and its variables; then these negated. */
static ls_status add_clue(listing *own, int32_t clue) {
    const ls_context *context = own->context;
    const int64_t head = own->made;
    int32_t mines = 0;
    own->variable[clue] = 1;
    own->clues++;
    for (int32_t turn = 0; turn < 4; turn++) {
        LS_TRY(add(own, clue));
    }
    for (int32_t turn = 0; turn < context->degree; turn++) {
        const int32_t near = context->near[(int64_t)turn * context->size + clue];
        if (near == context->size) {
            continue;
        }
        mines += own->first[near] == LS_MINE || own->first[near] == LS_KNOWN;
        if (own->first[near] == LS_COVERED) {
            LS_TRY(add(own, variable_of(own, near)));
        }
    }
    const int32_t count = (int32_t)(own->made - head - 4);
    for (int32_t place = 0; place < count; place++) {
        LS_TRY(add(own, -((int32_t *)context->refutation.items)[head + 4 + place]));
    }
    int32_t least = own->states[clue], most = least;
    if (least == UNCERTAIN) {
        const int32_t *bounds = own->uncertain + own->uncertain_at[clue];
        least = bounds[0];
        most = bounds[1];
    }
    int32_t *numbers = (int32_t *)context->refutation.items + head;
    numbers[1] = least - mines;
    numbers[2] = most - mines;
    numbers[3] = count;
    return LS_OK;
}

/* The clues around the literals, layer by layer; how many of them are near. */
static ls_status add_clues(listing *own, bool is_only, int32_t *near_clues) {
    const ls_context *context = own->context;
    int32_t layers = 0, layer_end = own->variables;
    *near_clues = -1;
    for (int32_t place = 0; place < own->variables; place++) {
        if (place == layer_end) {
            layers++;
            *near_clues = layers == NEAR_LAYERS ? own->clues : *near_clues;
            layer_end = own->variables;
            if (!is_only && layers == MOST_LAYERS) {
                break;
            }
        }
        for (int32_t turn = 0; turn < context->degree; turn++) {
            const int32_t near = context->near[(int64_t)turn * context->size + own->cells[place]];
            if (near < context->size && own->first[near] == LS_CLUE && !own->variable[near]) {
                LS_TRY(add_clue(own, near));
            }
        }
        if (ls_must_stop(&own->context->watch, context->degree)) {
            return LS_STOPPED;
        }
    }
    *near_clues = *near_clues < 0 ? own->clues : *near_clues;
    return LS_OK;
}

/* Forget the variables of a claim. */
static void clear(listing *own, int64_t clues_at) {
    const int32_t *numbers = own->context->refutation.items;
    for (int32_t turn = 0; turn < own->clues; turn++) {
        own->variable[numbers[clues_at]] = 0;
        clues_at += 4 + 2 * (int64_t)numbers[clues_at + 3];
    }
    while (own->variables) {
        own->variable[own->cells[--own->variables]] = 0;
    }
    own->clues = 0;
}

/* Begin a claim: some of the decided cells from `*from` on. Without `by_clues` all count, else those that
 * it leaves open, of which the interior has one: no clue touches its cells, so that all are alike. */
static ls_status add_literals(listing *own, const int8_t *verdicts, const int8_t *by_clues,
                              int32_t *from, bool *has_interior, int32_t *literals) {
    *literals = 0;
    for (int32_t turn = 0; turn < HEAD; turn++) {
        LS_TRY(add(own, 0));
    }
    for (; *from < own->context->size && *literals < MOST_LITERALS; ++*from) {
        if (own->first[*from] != LS_COVERED || verdicts[*from] < 0 || own->proved[*from] ||
            (by_clues && by_clues[*from] >= 0)) {
            continue;
        }
        if (by_clues && ls_codes(own->context)[*from] == LS_COVERED &&
            ls_cells(own->context)[*from].component < 0) {
            if (*has_interior) {
                continue;
            }
            *has_interior = true;
        }
        const int32_t variable = variable_of(own, *from);
        LS_TRY(add(own, verdicts[*from] ? variable : -variable));
        ++*literals;
    }
    return LS_OK;
}

/* End a claim that begins at `head`: write its first numbers, and make room for the next one. */
static ls_status end_claim(listing *own, int64_t head, int64_t clues_at, const int32_t *numbers) {
    for (int32_t place = 0; place < own->variables; place++) {
        LS_TRY(add(own, own->cells[place]));
    }
    int32_t *first = (int32_t *)own->context->refutation.items + head;
    first[0] = (int32_t)(own->made - head);
    for (int32_t place = 1; place < HEAD; place++) {
        first[place] = numbers[place];
    }
    clear(own, clues_at);
    return LS_OK;
}

/* A claim about cells that clues decide. */
static ls_status add_claim(listing *own, const int8_t *verdicts, int32_t *from) {
    const int64_t head = own->made;
    const bool is_first = !head;
    int32_t literals, near_clues;
    bool has_interior = false;
    LS_TRY(add_literals(own, verdicts, NULL, from, &has_interior, &literals));
    const bool is_only = is_first && *from == own->context->size;
    const int64_t clues_at = own->made;
    LS_TRY(add_clues(own, is_only, &near_clues));
    const int32_t numbers[HEAD] = {
        0, literals, own->clues, near_clues, own->variables, is_only ? ALL_THAT_HANG_TOGETHER : 0};
    return end_claim(own, head, clues_at, numbers);
}

/* The mine count as a clue of cell -1 over all variables. */
static ls_status add_total(listing *own) {
    const ls_context *context = own->context;
    int64_t mines = 0, others = -own->variables;
    for (int32_t number = 0; number < context->size; number++) {
        mines += own->first[number] == LS_MINE || own->first[number] == LS_KNOWN;
        others += own->first[number] == LS_COVERED;
    }
    int64_t least = context->lower - mines - others, most = context->upper - mines;
    least = least > 0 ? least : 0;
    most = most < own->variables ? most : own->variables;
    const int32_t head[] = {-1, (int32_t)least, (int32_t)most, own->variables};
    for (int32_t place = 0; place < 4; place++) {
        LS_TRY(add(own, head[place]));
    }
    for (int32_t sign = 1; sign >= -1; sign -= 2) {
        for (int32_t variable = 1; variable <= own->variables; variable++) {
            LS_TRY(add(own, sign * variable));
        }
    }
    return LS_OK;
}

/* A claim about cells that the mine count decides: with all clues. */
static ls_status add_claim_under_total(listing *own, const int8_t *verdicts, const int8_t *by_clues,
                                       int32_t *from, bool *has_interior) {
    const ls_context *context = own->context;
    const int64_t head = own->made;
    int32_t literals;
    LS_TRY(add_literals(own, verdicts, by_clues, from, has_interior, &literals));
    if (!literals) {
        own->made = head;
        return LS_OK;
    }
    const int64_t clues_at = own->made;
    for (int32_t number = 0; number < context->size; number++) {
        bool is_open = false;
        for (int32_t turn = 0; own->first[number] == LS_CLUE && turn < context->degree; turn++) {
            const int32_t near = context->near[(int64_t)turn * context->size + number];
            is_open |= near < context->size && own->first[near] == LS_COVERED;
        }
        if (is_open) {
            LS_TRY(add_clue(own, number));
        }
    }
    LS_TRY(add_total(own));
    const int32_t clues = own->clues + 1;
    const int32_t numbers[HEAD] = {0, literals, clues, clues, own->variables, ALL_UNDER_TOTAL};
    return end_claim(own, head, clues_at, numbers);
}

ls_status ls_to_refute(ls_context *context, const int8_t *states, const int32_t *uncertain,
                       const int8_t *verdicts, const int8_t *by_clues, ls_certified *found) {
    const int64_t size = context->size;
    /* The room of ls_check, which leaves where the uncertain clues are. */
    if (!ls_room(&context->memory, &context->check_numbers, 3 * (size + 1), sizeof(int32_t))) {
        return LS_MEMORY;
    }
    listing own = {.context = context,
                   .first = context->first_codes.items,
                   .states = states,
                   .uncertain = uncertain,
                   .variable = context->check_numbers.items};
    own.cells = own.variable + size + 1;
    own.uncertain_at = own.cells + size + 1;
    const int8_t *decided = by_clues ? by_clues : verdicts;
    int64_t left = 0;
    if (found->asks_all) { /* nothing is proved: zeros */
        if (!ls_zeros(&context->memory, &context->marks, size)) {
            return LS_MEMORY;
        }
        own.proved = context->marks.items;
    } else {
        LS_TRY(ls_probe(context, states, uncertain, own.uncertain_at, decided, verdicts, &own.proved));
    }
    for (int64_t number = 0; number < size; number++) {
        own.variable[number] = 0;
        left += own.first[number] == LS_COVERED && decided[number] >= 0 && !own.proved[number];
    }
    for (int32_t from = 0; from < size && left > 0;) {
        const int64_t head = own.made;
        LS_TRY(add_claim(&own, decided, &from));
        left -= ((int32_t *)context->refutation.items)[head + 1];
    }
    bool has_interior = false;
    for (int32_t from = 0; by_clues && from < size;) {
        LS_TRY(add_claim_under_total(&own, verdicts, by_clues, &from, &has_interior));
    }
    found->numbers = context->refutation.items;
    found->numbers_count = own.made;
    return LS_OK;
}

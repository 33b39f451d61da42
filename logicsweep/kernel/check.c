/* Whether the models that tables gave agree with the board: clues and mines are added up, and nothing
 * that tables say is believed.
 *
 * One layout is made of a model of each component, and added up in full. Another model of a component
 * changes its cells alone: its clues are added up anew. Cells with the same clues can change places,
 * so a box that has a mine and a safe cell in one layout shows all its cells both ways; so do the
 * cells that no clue touches. Under the mine count a model counts only if the others and the cells
 * that no clue touches make up for its mines.
 */
#include "kernel.h"

#include <string.h>

#define UNCERTAIN 127
#define HAS_MINE 1
#define HAS_SAFE 2
/* `owner` of a cell: a component counts from 0. */
#define NOBODY (-1)

typedef struct {
    ls_context *context;
    const int8_t *states;
    const int32_t *uncertain; /* three numbers for each uncertain clue, see ls_read */
    int32_t *uncertain_at;    /* of each cell: where they are; NULL without such clues */
    int32_t *owner;           /* of each cell and clue of a component: its number */
    int32_t *stamp;           /* of each clue: the box that was looked at last */
    uint8_t *layout;          /* [size + 1]: 1 for a mine */
    uint8_t *seen;            /* of each cell: HAS_MINE, HAS_SAFE */
    int64_t interior;         /* cells that no clue touches */
    uint8_t in_interior;      /* what they have in some layout */
} added;

static bool holds(const added *own, int32_t clue) {
    const ls_context *context = own->context;
    const int32_t *near = context->near + clue;
    int32_t mines = 0;
    for (int32_t turn = 0; turn < context->degree; turn++, near += context->size) {
        mines += own->layout[*near];
    }
    if (own->states[clue] != UNCERTAIN) {
        return mines == own->states[clue];
    }
    const int32_t *bounds = own->uncertain + own->uncertain_at[clue];
    return mines >= bounds[0] && mines <= bounds[1] &&
           (bounds[2] < 0 || context->weights[bounds[2] + mines - bounds[0]] > 0);
}

static ls_status room(added *own) {
    ls_context *context = own->context;
    const int64_t size = (int64_t)context->size + 1;
    if (!ls_room(&context->memory, &context->check_numbers, 3 * size, sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->check_bytes, 2 * size, 1) ||
        !ls_room(&context->memory, &context->check_base, 2 * (int64_t)context->alive_count + 1,
                 sizeof(int32_t))) {
        return LS_MEMORY;
    }
    own->owner = context->check_numbers.items;
    own->stamp = own->owner + size;
    memset(own->owner, 0xFF, (size_t)(2 * size) * sizeof(int32_t));
    own->layout = context->check_bytes.items;
    own->seen = own->layout + size;
    memset(own->layout, 0, (size_t)(2 * size));
    if (own->uncertain) {
        int32_t at = 0;
        own->uncertain_at = own->stamp + size;
        for (int32_t number = 0; number < context->size; number++) {
            own->uncertain_at[number] = at;
            at += own->states[number] == UNCERTAIN ? 3 : 0;
        }
    }
    return LS_OK;
}

/* Whether the cells of a component belong to nobody else, and its clues are all that touch them; and
 * whether those of a box are alike. */
static bool is_closed(added *own, int32_t id, int32_t *stamps) {
    const ls_context *context = own->context;
    const ls_component *component = ls_components(context) + id;
    for (int32_t place = 0; place < component->clues_count; place++) {
        const int32_t clue = component->clues[place];
        if (own->owner[clue] != NOBODY || ls_codes(context)[clue] != LS_CLUE) {
            return false;
        }
        own->owner[clue] = id;
    }
    for (int32_t box = 0; box < component->problem.boxes; box++) {
        int32_t alike = -1;
        const int32_t stamp = (*stamps)++;
        for (int32_t at = component->cell_start[box]; at < component->cell_start[box + 1]; at++) {
            const int32_t cell = component->cells[at];
            if (own->owner[cell] != NOBODY || ls_codes(context)[cell] != LS_COVERED) {
                return false;
            }
            own->owner[cell] = id;
            const bool is_first = at == component->cell_start[box];
            int32_t clues = 0;
            for (int32_t turn = 0; turn < context->degree; turn++) {
                const int32_t near = context->near[(int64_t)turn * context->size + cell];
                if (ls_codes(context)[near] != LS_CLUE) {
                    continue;
                }
                if (own->owner[near] != id || (!is_first && own->stamp[near] != stamp)) {
                    return false;
                }
                own->stamp[near] = stamp;
                clues++;
            }
            alike = is_first ? clues : alike;
            if (clues != alike) {
                return false;
            }
        }
    }
    return true;
}

/* Put a model into the layout; its mines, -1 if a box has too many. */
static int32_t put(const added *own, const ls_shown *shown) {
    const ls_component *component = ls_components(own->context) + shown->component;
    const uint8_t *mines = (const uint8_t *)own->context->shown_mines.items + shown->mines_at;
    int32_t total = 0;
    for (int32_t box = 0; box < component->problem.boxes; box++) {
        const int32_t first = component->cell_start[box], end = component->cell_start[box + 1];
        if (mines[box] > end - first) {
            return -1;
        }
        for (int32_t at = first; at < end; at++) {
            own->layout[component->cells[at]] = at < first + mines[box];
        }
        total += mines[box];
    }
    return total;
}

/* Whether a model that was put into the layout agrees with the clues of its component; note what it
 * shows. */
static bool agrees(const added *own, const ls_shown *shown) {
    const ls_component *component = ls_components(own->context) + shown->component;
    const uint8_t *mines = (const uint8_t *)own->context->shown_mines.items + shown->mines_at;
    for (int32_t place = 0; place < component->clues_count; place++) {
        if (!holds(own, component->clues[place])) {
            return false;
        }
    }
    for (int32_t box = 0; box < component->problem.boxes; box++) {
        const int32_t first = component->cell_start[box], end = component->cell_start[box + 1];
        const uint8_t shows = (uint8_t)((mines[box] ? HAS_MINE : 0) |
                                        (mines[box] < end - first ? HAS_SAFE : 0));
        for (int32_t at = first; at < end; at++) {
            own->seen[component->cells[at]] |= shows;
        }
    }
    return true;
}

/* Numbers of mines of the models, above the fewest of each component; they are listed component by
 * component, in the order of `alive`. */
typedef struct {
    int64_t fewest, most;  /* the sums over all components */
    int64_t lower, upper;  /* of the mines in components and interior */
} sums;

/* Sets of sums with a bit for each number above the fewest. */
static bool is_in(const uint64_t *set, int64_t number, int64_t words) {
    return number >= 0 && number < 64 * words && (set[number / 64] >> number % 64 & 1);
}

static void shift_into(uint64_t *into, const uint64_t *from, int64_t by, int64_t words) {
    for (int64_t word = 0; word < words; word++) {
        const int64_t back = word - by / 64;
        if (back >= 0) {
            into[word] |= from[back] << by % 64;
            into[word] |= by % 64 && back > 0 ? from[back - 1] >> (64 - by % 64) : 0;
        }
    }
}

/* Whether every model can be completed to the mine count by models of the others, where these leave
 * little room: by the sets of sums before and after each component. It chooses a base among the
 * models (their places go into `base`) whose sum is `*in_base`. */
static ls_status complete(added *own, const sums *all, const int32_t *first_of, int32_t *base,
                          int64_t *in_base) {
    ls_context *context = own->context;
    const int32_t count = context->alive_count;
    const ls_shown *shown = context->shown.items;
    const int64_t span = all->most - all->fewest, words = span / 64 + 1;
    if (!ls_room(&context->memory, &context->check_sets, (2 * (int64_t)count + 2) * words,
                 sizeof(uint64_t)) ||
        !ls_room(&context->memory, &context->check_fewest, count + 1, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    uint64_t *before = context->check_sets.items, *after = before + (count + 1) * words;
    int32_t *fewest = context->check_fewest.items;
    memset(before, 0, (size_t)((2 * (int64_t)count + 2) * words) * sizeof(uint64_t));
    before[0] = 1;
    for (int32_t turn = 0; turn < count; turn++) {
        fewest[turn] = INT32_MAX;
        for (int32_t at = first_of[turn]; at < first_of[turn + 1]; at++) {
            fewest[turn] = shown[at].total < fewest[turn] ? shown[at].total : fewest[turn];
        }
        for (int32_t at = first_of[turn]; at < first_of[turn + 1]; at++) {
            shift_into(before + (turn + 1) * words, before + turn * words,
                       shown[at].total - fewest[turn], words);
        }
    }
    uint64_t *end = after + count * words;
    for (int64_t number = 0; number <= span; number++) {
        const int64_t sum = all->fewest + number;
        if (is_in(before + count * words, number, words) && sum <= all->upper &&
            sum + own->interior >= all->lower) {
            end[number / 64] |= (uint64_t)1 << number % 64;
            own->in_interior |= all->upper > sum && own->interior ? HAS_MINE : 0;
            own->in_interior |= all->lower < sum + own->interior && own->interior ? HAS_SAFE : 0;
        }
    }
    for (int32_t turn = count - 1; turn >= 0; turn--) {
        uint64_t *here = after + turn * words;
        for (int32_t at = first_of[turn]; at < first_of[turn + 1]; at++) {
            const int64_t more = shown[at].total - fewest[turn];
            bool completes = false;
            for (int64_t number = 0; number + more <= span; number++) {
                if (is_in(after + (turn + 1) * words, number + more, words)) {
                    here[number / 64] |= (uint64_t)1 << number % 64;
                    completes |= is_in(before + turn * words, number, words);
                }
            }
            if (!completes) {
                return LS_CLASH;
            }
        }
        if (ls_must_stop(&context->watch, span)) {
            return LS_STOPPED;
        }
    }
    *in_base = 0;
    for (int32_t turn = 0; turn < count; turn++) {
        for (int32_t at = first_of[turn]; at < first_of[turn + 1]; at++) {
            const int64_t sum = *in_base + shown[at].total - fewest[turn];
            if (is_in(after + (turn + 1) * words, sum, words)) {
                base[turn] = at;
                *in_base = sum;
                break;
            }
        }
    }
    *in_base += all->fewest;
    return LS_OK;
}

/* Choose the base; how many mines it has in the interior. */
static ls_status choose_base(added *own, const int32_t *first_of, int32_t *base, int64_t *inside) {
    const ls_context *context = own->context;
    const ls_shown *shown = context->shown.items;
    sums all = {0, 0, context->lower - context->mines, context->upper - context->mines};
    int64_t in_base = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        int32_t least = INT32_MAX, most = -1;
        for (int32_t at = first_of[turn]; at < first_of[turn + 1]; at++) {
            least = shown[at].total < least ? shown[at].total : least;
            most = shown[at].total > most ? shown[at].total : most;
        }
        if (most < 0) {
            return LS_CLASH; /* a component without a model */
        }
        all.fewest += least;
        all.most += most;
        base[turn] = first_of[turn];
        in_base += shown[base[turn]].total;
    }
    if (!context->has_total) {
        all.lower = 0;
        all.upper = all.most + own->interior;
    }
    const bool is_slack = all.most <= all.upper && all.fewest + own->interior >= all.lower;
    if (is_slack) {
        own->in_interior = (uint8_t)(all.fewest < all.upper ? HAS_MINE : 0);
        own->in_interior |= all.most + own->interior > all.lower ? HAS_SAFE : 0;
    } else {
        LS_TRY(complete(own, &all, first_of, base, &in_base));
    }
    const int64_t least = all.lower > in_base ? all.lower - in_base : 0;
    const int64_t most =
        all.upper - in_base < own->interior ? all.upper - in_base : own->interior;
    *inside = least > (least + most) / 2 ? least : (least + most) / 2;
    return least <= most ? LS_OK : LS_CLASH;
}

/* The base as a layout; added up in full. */
static bool add_up(added *own, const int32_t *base, int64_t inside) {
    const ls_context *context = own->context;
    const uint8_t *codes = ls_codes(context);
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        if (put(own, (const ls_shown *)context->shown.items + base[turn]) < 0) {
            return false;
        }
    }
    int64_t mines = 0, left = inside;
    for (int32_t number = 0; number < context->size; number++) {
        if (codes[number] == LS_MINE || codes[number] == LS_KNOWN) {
            own->layout[number] = 1;
        } else if (codes[number] == LS_COVERED && own->owner[number] == NOBODY && left) {
            own->layout[number] = 1;
            left--;
        }
        mines += own->layout[number];
    }
    if (left || (context->has_total && (mines < context->lower || mines > context->upper))) {
        return false;
    }
    for (int32_t number = 0; number < context->size; number++) {
        if (codes[number] != LS_CLUE) {
            continue;
        }
        if (!holds(own, number)) {
            return false;
        }
        for (int32_t turn = 0; turn < context->degree && own->owner[number] == NOBODY; turn++) {
            const int32_t near = context->near[(int64_t)turn * context->size + number];
            if (codes[near] == LS_COVERED) {
                return false; /* it is in no component, so the cells around it are decided */
            }
        }
    }
    return true;
}

/* Put one model of each component into the layout, which agrees with the whole board: the base. */
static ls_status lay(added *own, int32_t *base, int32_t *first_of) {
    ls_context *context = own->context;
    const int32_t *alive = context->alive.items;
    const ls_shown *shown = context->shown.items;
    int32_t stamps = 0;
    int64_t at = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        first_of[turn] = (int32_t)at;
        while (at < context->shown_made && shown[at].component == alive[turn]) {
            if (put(own, shown + at) != shown[at].total) {
                return LS_CLASH;
            }
            at++;
        }
        if (!is_closed(own, alive[turn], &stamps)) {
            return LS_CLASH;
        }
    }
    first_of[context->alive_count] = (int32_t)at;
    for (int32_t number = 0; number < context->size; number++) {
        own->interior += ls_codes(context)[number] == LS_COVERED && own->owner[number] == NOBODY;
    }
    int64_t inside;
    LS_TRY(choose_base(own, first_of, base, &inside));
    return add_up(own, base, inside) ? LS_OK : LS_CLASH;
}

/* Everything but the verdicts. */
static ls_status check(added *own, int32_t *base, int32_t *first_of) {
    ls_context *context = own->context;
    const ls_shown *shown = context->shown.items;
    LS_TRY(lay(own, base, first_of));
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        for (int32_t place = first_of[turn]; place < first_of[turn + 1]; place++) {
            (void)put(own, shown + place);
            if (!agrees(own, shown + place)) {
                return LS_CLASH;
            }
        }
        (void)put(own, shown + base[turn]);
        if (ls_must_stop(&context->watch, context->degree * (first_of[turn + 1] - first_of[turn]))) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

ls_status ls_lay(ls_context *context, const int8_t *states, const uint8_t **layout) {
    added own = {.context = context, .states = states};
    LS_TRY(room(&own));
    int32_t *base = context->check_base.items;
    *layout = own.layout;
    return lay(&own, base, base + context->alive_count);
}

ls_status ls_check(ls_context *context, const int8_t *states, const int32_t *uncertain,
                   const int8_t *verdicts, ls_proved *proved) {
    added own = {.context = context, .states = states, .uncertain = uncertain};
    LS_TRY(room(&own));
    int32_t *base = context->check_base.items;
    const ls_status status = check(&own, base, base + context->alive_count);
    *proved = (ls_proved){0, status == LS_CLASH ? LS_NO_CELL : LS_ALL_PROVED};
    if (status != LS_OK) {
        return status == LS_CLASH ? LS_OK : status;
    }
    const uint8_t *codes = ls_codes(context), *first = context->first_codes.items;
    for (int32_t number = 0; number < context->size; number++) {
        if (verdicts[number] == LS_NOT_COVERED) {
            continue;
        }
        const uint8_t seen = codes[number] != LS_COVERED      ? 0
                             : own.owner[number] == NOBODY ? own.in_interior
                                                            : own.seen[number];
        const bool is_decided = verdicts[number] != LS_UNDECIDED;
        if (is_decided != (seen != (HAS_MINE | HAS_SAFE))) {
            proved->unproved = number;
        }
        proved->to_refute += is_decided && first[number] == LS_COVERED;
    }
    return LS_OK;
}

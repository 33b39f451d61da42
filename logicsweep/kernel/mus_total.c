/* The clues that contradict the mine count: a minimal set, by deletion.
 *
 * Clues are parted so that no two parts share a cell. Dropping a clue changes the numbers of mines that
 * the cells of its own part can hold; of all other parts together a set of numbers is enough. A part is
 * dropped whole where that can be, else clue by clue; as soon as an eighth is gone it is parted again.
 * Clues are tried in scattered order, so that parts fall apart early. Sets of numbers are bits.
 */
#include "excerpt.h"

#include <stdlib.h>
#include <string.h>

/* Clues, ascending, and the covered cells around them. */
typedef struct {
    int32_t first, count, cells; /* `first` is a place in `clues` */
} ls_part_of_clues;

typedef struct {
    ls_context *context;
    const ls_ground *ground;
    bool has_total;
    int64_t lower, upper; /* of the mines in covered cells */
    int64_t free;         /* covered cells in no part */
    int64_t words;        /* of a set */
    int32_t *clues, *kept, *room, *is_needed;
    int32_t kept_count, parts_made;
    /* What a part can hold, all other parts with the free cells, what is kept, and two to work with. */
    uint64_t *held, *others, *kept_sums, *sums, *spare;
} deleting;

static ls_part_of_clues *part_at(const deleting *own, int32_t place) {
    return (ls_part_of_clues *)own->context->total_parts.items + place;
}

/* The sums of what the parts before this one can hold. */
static uint64_t *below(const deleting *own, int32_t place) {
    return (uint64_t *)own->context->total_below.items + place * own->words;
}

static inline bool is_in(const uint64_t *set, int64_t number) {
    return set[number / 64] >> number % 64 & 1;
}

/* Add to every number of a set each of 0..most. */
static void add_up_to(deleting *own, uint64_t *set, int64_t most) {
    for (int64_t done = 0; done < most;) {
        const int64_t step = done + 1 < most - done ? done + 1 : most - done;
        memcpy(own->spare, set, (size_t)own->words * sizeof(uint64_t));
        ls_shift_into(set, own->spare, step, own->words);
        done += step;
    }
}

/* The sums of a number of one set and one of another, into `sums`; runs of the second count once. */
static void sum_sets(deleting *own, const uint64_t *set, const uint64_t *runs, int64_t most) {
    uint64_t *run = own->sums, *all = own->sums + own->words;
    memset(all, 0, (size_t)own->words * sizeof(uint64_t));
    for (int64_t number = 0; number <= most; number++) {
        if (!is_in(runs, number)) {
            continue;
        }
        int64_t last = number;
        while (last < most && is_in(runs, last + 1)) {
            last++;
        }
        memcpy(run, set, (size_t)own->words * sizeof(uint64_t));
        add_up_to(own, run, last - number);
        ls_shift_into(all, run, number, own->words);
        number = last;
    }
    memcpy(run, all, (size_t)own->words * sizeof(uint64_t));
}

/* Find the numbers of mines that the cells of a part can hold, into `held`. */
static ls_status hold(deleting *own, const ls_excerpt *board) {
    ls_context *context = own->context;
    LS_TRY(ls_begin_excerpt(context, board, -1, -1));
    const size_t bytes = (size_t)own->words * sizeof(uint64_t);
    const int64_t cells = board->board.size - board->clues - board->known;
    const int64_t mines = context->mines - board->known;
    memset(own->held, 0, bytes);
    own->held[mines / 64] |= (uint64_t)1 << mines % 64;
    for (int32_t place = 0; place < context->components_made; place++) {
        const ls_component *component = ls_components(context) + place;
        const ls_counts *counts = &component->counts;
        if (!component->is_alive) {
            continue;
        }
        uint64_t *set = own->sums + 2 * own->words;
        memset(set, 0, bytes);
        for (int32_t turn = 0; turn < counts->length; turn++) {
            const int64_t number = counts->lowest + turn;
            set[number / 64] |= (uint64_t)(counts->counts[turn] > 0) << number % 64;
        }
        sum_sets(own, own->held, set, counts->lowest + counts->length - 1);
        memcpy(own->held, own->sums, bytes);
    }
    add_up_to(own, own->held, context->undecided - context->tied);
    return ls_must_stop(&context->watch, own->words * cells) ? LS_STOPPED : LS_OK;
}

static bool has_any(const deleting *own, const uint64_t *set, int64_t first, int64_t last) {
    first = first < 0 ? 0 : first;
    last = last < 64 * own->words - 1 ? last : 64 * own->words - 1;
    while (first <= last) {
        const uint64_t word = set[first / 64] >> first % 64;
        if (word && first + __builtin_ctzll(word) <= last) {
            return true;
        }
        first += 64 - first % 64;
    }
    return false;
}

/* Whether a number of `held`, up to `most`, can be completed to the mine count. */
static bool meets_total(const deleting *own, int64_t most) {
    if (!own->has_total) {
        return true;
    }
    for (int64_t number = 0; number <= most && number <= own->upper; number++) {
        if (is_in(own->held, number) &&
            has_any(own, own->others, own->lower - number, own->upper - number)) {
            return true;
        }
    }
    return false;
}

/* Name each clue of an excerpt by the first one that it hangs together with. */
static void name_parts(const ls_excerpt *board, int32_t *name_of, int32_t *queue) {
    const ls_ground *ground = &board->board;
    for (int32_t at = 0; at < ground->size; at++) {
        name_of[at] = -1;
    }
    for (int32_t first = 0; first < board->clues; first++) {
        if (name_of[first] >= 0) {
            continue;
        }
        int32_t queued = 1;
        queue[0] = first;
        name_of[first] = first;
        for (int32_t turn = 0; turn < queued; turn++) {
            const int32_t *near = ground->near + queue[turn];
            for (int32_t place = 0; place < ground->degree && *near != ground->size;
                 place++, near += ground->size) {
                if (name_of[*near] < 0 && ground->states[*near] != LS_STATE_KNOWN_MINE) {
                    name_of[*near] = first;
                    queue[queued++] = *near;
                }
            }
        }
    }
}

/* Sort clues by part, and list where each part ends; returns how many parts there are. */
static int32_t sort_by_part(const ls_excerpt *board, int32_t *clues, int32_t *name_of, int32_t *ends) {
    int32_t parts = 0, *part_of = name_of;
    for (int32_t clue = 0; clue < board->clues; clue++) {
        const bool is_first = name_of[clue] == clue;
        part_of[clue] = is_first ? parts : part_of[name_of[clue]];
        if (is_first) {
            ends[parts++] = 0;
        }
        ends[part_of[clue]]++;
    }
    for (int32_t part = 0, sum = 0; part < parts; part++) {
        sum += ends[part];
        ends[part] = sum - ends[part];
    }
    for (int32_t clue = 0; clue < board->clues; clue++) {
        clues[ends[part_of[clue]]++] = board->numbers[clue];
    }
    return parts;
}

/* Add a part, with what all parts up to it can hold. */
static ls_status push(deleting *own, const ls_part_of_clues *part) {
    ls_context *context = own->context;
    const int64_t made = (int64_t)own->parts_made + 1;
    if (!ls_room(&context->memory, &context->total_parts, made, sizeof(ls_part_of_clues)) ||
        !ls_room(&context->memory, &context->total_below, (made + 1) * own->words,
                 sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    *part_at(own, own->parts_made) = *part;
    sum_sets(own, below(own, own->parts_made), own->held, part->cells);
    memcpy(below(own, ++own->parts_made), own->sums, (size_t)own->words * sizeof(uint64_t));
    own->free -= part->cells;
    return LS_OK;
}

/* Part some clues, and add the parts. LS_CLASH, with a clue near the conflict, if they conflict. */
static ls_status push_parts(deleting *own, int32_t first, int32_t count, int32_t *near) {
    ls_context *context = own->context;
    ls_excerpt board;
    LS_TRY(ls_make_excerpt(context, own->ground, own->clues + first, count, NULL, 0, &board));
    int32_t *name_of = own->room, *ends = name_of + board.board.size;
    name_parts(&board, name_of, ends);
    const int32_t parts = sort_by_part(&board, own->clues + first, name_of, ends);
    for (int32_t turn = 0; turn < parts; turn++) {
        ls_part_of_clues part = {turn ? first + ends[turn - 1] : first, 0, 0};
        part.count = first + ends[turn] - part.first;
        LS_TRY(ls_make_excerpt(context, own->ground, own->clues + part.first, part.count, NULL, 0,
                               &board));
        part.cells = board.board.size - board.clues - board.known;
        const ls_status status = hold(own, &board);
        if (status == LS_CLASH) {
            *near = board.numbers[context->clash];
        }
        LS_TRY(status);
        if (part.cells) {
            LS_TRY(push(own, &part));
        }
    }
    return LS_OK;
}

typedef struct {
    uint32_t key;
    int32_t clue;
} scattered;

static int by_key(const void *one, const void *other) {
    const uint32_t first = ((const scattered *)one)->key, second = ((const scattered *)other)->key;
    return (first > second) - (first < second);
}

/* List the clues of a part that may not be needed, neighbouring ones far apart. */
static int32_t scatter(const deleting *own, const ls_part_of_clues *part, scattered *order) {
    int32_t count = 0;
    for (int32_t clue = 0; clue < part->count; clue++) {
        const int32_t number = own->clues[part->first + clue];
        if (!own->is_needed[number]) {
            order[count++] = (scattered){ls_scattered(number), clue};
        }
    }
    qsort(order, (size_t)count, sizeof(scattered), by_key);
    return count;
}

/* Whether none of the clues of a part is needed. */
static bool is_idle(deleting *own, const ls_part_of_clues *part) {
    for (int32_t clue = 0; clue < part->count; clue++) {
        if (own->is_needed[own->clues[part->first + clue]]) {
            return false;
        }
    }
    memset(own->held, 0, (size_t)own->words * sizeof(uint64_t));
    own->held[0] = 1;
    add_up_to(own, own->held, part->cells);
    return !meets_total(own, part->cells);
}

/* Drop clues of a part; `is_minimal` if all that are left are needed. */
static ls_status shrink(deleting *own, ls_part_of_clues *part, bool *is_minimal) {
    *is_minimal = false;
    if (is_idle(own, part)) {
        part->count = 0;
        return LS_OK;
    }
    ls_excerpt board;
    int32_t *clues = own->clues + part->first;
    LS_TRY(ls_make_excerpt(own->context, own->ground, clues, part->count, NULL, 0, &board));
    scattered *order = (scattered *)own->room;
    const int32_t tried = scatter(own, part, order);
    int32_t dropped = 0;
    *is_minimal = true;
    for (int32_t turn = 0; turn < tried && *is_minimal; turn++) {
        int8_t *state = board.board.states + order[turn].clue;
        const int8_t shown = *state;
        *state = LS_STATE_NO_CLUE;
        LS_TRY(hold(own, &board));
        if (meets_total(own, part->cells)) {
            *state = shown;
            own->is_needed[clues[order[turn].clue]] = 1;
        } else {
            *is_minimal = ++dropped <= part->count / 8;
        }
    }
    int32_t left = 0;
    for (int32_t clue = 0; clue < part->count; clue++) {
        if (board.board.states[clue] != LS_STATE_NO_CLUE) {
            clues[left++] = clues[clue];
        }
    }
    part->count = left;
    return LS_OK;
}

/* Keep the clues of a part that are all needed. */
static ls_status keep(deleting *own, const ls_part_of_clues *part) {
    ls_excerpt board;
    const int32_t *clues = own->clues + part->first;
    LS_TRY(ls_make_excerpt(own->context, own->ground, clues, part->count, NULL, 0, &board));
    LS_TRY(hold(own, &board));
    const int64_t more = part->cells - (board.board.size - board.clues - board.known);
    add_up_to(own, own->held, more); /* the cells around dropped clues */
    sum_sets(own, own->kept_sums, own->held, part->cells);
    memcpy(own->kept_sums, own->sums, (size_t)own->words * sizeof(uint64_t));
    memcpy(own->kept + own->kept_count, clues, (size_t)part->count * sizeof(int32_t));
    own->kept_count += part->count;
    return LS_OK;
}

/* Drop clues until all are needed. */
static ls_status delete(deleting *own) {
    int32_t near;
    while (own->parts_made) {
        ls_part_of_clues part = *part_at(own, --own->parts_made);
        bool is_minimal;
        sum_sets(own, own->kept_sums, below(own, own->parts_made), 64 * own->words - 1);
        memcpy(own->others, own->sums, (size_t)own->words * sizeof(uint64_t));
        add_up_to(own, own->others, own->free);
        LS_TRY(shrink(own, &part, &is_minimal));
        if (is_minimal) {
            LS_TRY(keep(own, &part));
        } else {
            own->free += part.cells;
            LS_TRY(push_parts(own, part.first, part.count, &near));
        }
    }
    qsort(own->kept, (size_t)own->kept_count, sizeof(int32_t), ls_by_number);
    return LS_OK;
}

/* Room for everything but the parts. */
static ls_status take_room(deleting *own) {
    ls_context *context = own->context;
    const int64_t size = own->ground->size;
    own->is_needed = ls_zeros(&context->memory, &context->marks, size);
    if (!own->is_needed ||
        !ls_room(&context->memory, &context->total_numbers, 4 * size, sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->total_sets, 7 * own->words, sizeof(uint64_t)) ||
        !ls_room(&context->memory, &context->total_below, own->words, sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    own->clues = context->total_numbers.items;
    own->kept = own->clues + size;
    own->room = own->kept + size;
    own->held = context->total_sets.items;
    own->others = own->held + own->words;
    own->kept_sums = own->others + own->words;
    own->spare = own->kept_sums + own->words;
    own->sums = own->spare + own->words; /* three sets */
    memset(own->kept_sums, 0, (size_t)own->words * sizeof(uint64_t));
    memset(below(own, 0), 0, (size_t)own->words * sizeof(uint64_t));
    own->kept_sums[0] = below(own, 0)[0] = 1;
    return LS_OK;
}

static ls_status find(deleting *own, int32_t *count, int32_t *near) {
    LS_TRY(take_room(own));
    int32_t clues = 0;
    for (int32_t number = 0; number < own->ground->size; number++) {
        if (own->ground->states[number] >= 0) {
            own->clues[clues++] = number;
        }
    }
    LS_TRY(push_parts(own, 0, clues, near));
    const size_t bytes = (size_t)own->words * sizeof(uint64_t);
    memcpy(own->others, below(own, own->parts_made), bytes);
    add_up_to(own, own->others, own->free);
    memset(own->held, 0, bytes);
    own->held[0] = 1;
    if (meets_total(own, 0)) {
        return LS_OK;
    }
    LS_TRY(delete(own));
    *count = own->kept_count;
    return LS_OK;
}

ls_status ls_mus_with_total(ls_context *context, const ls_ground *ground, int64_t lower,
                            int64_t upper, int32_t *count, const int32_t **clues, int32_t *near) {
    deleting own = {.context = context, .ground = ground, .has_total = upper >= 0};
    int64_t known = 0;
    for (int32_t number = 0; number < ground->size; number++) {
        known += ground->states[number] == LS_STATE_KNOWN_MINE;
        own.free += ls_is_covered(ground->states[number]);
    }
    own.lower = lower - known;
    own.upper = upper - known;
    own.words = own.free / 64 + 1;
    *count = -1;
    const ls_status status = find(&own, count, near);
    for (int32_t number = 0; own.is_needed && number < ground->size; number++) {
        own.is_needed[number] = 0;
    }
    *clues = own.kept;
    return status;
}

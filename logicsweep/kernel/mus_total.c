/* The clues that contradict the mine count: a minimal set, by deletion.
 *
 * Clues are parted so that no two parts share a cell. Dropping clues changes the numbers of mines that
 * the cells of their own part can hold; of all other parts together a set of numbers is enough. Sets
 * of numbers are bits.
 */
#include "excerpt.h"

#include <string.h>

/* Clues that hang together, and the covered cells around them. */
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
    int32_t *clues, *kept, *is_listed;
    int32_t kept_count, parts_made;
    /* What a part can hold, all other parts with the free cells, what is kept, and four to work with. */
    uint64_t *held, *others, *kept_sums, *spare, *sums;
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

/* Part all clues. LS_CLASH, with a clue near the conflict, if they conflict. */
static ls_status part_clues(deleting *own, int32_t *near) {
    int32_t listed = 0;
    for (int32_t number = own->ground->size; number--;) {
        if (own->ground->states[number] < 0 || own->is_listed[number]) {
            continue;
        }
        ls_part_of_clues part = {.first = listed};
        own->is_listed[number] = 1;
        own->clues[listed++] = number;
        for (int32_t turn = part.first; turn < listed; turn++) {
            ls_list_beside(own->ground, own->clues[turn], own->is_listed, own->clues, &listed);
        }
        part.count = listed - part.first;
        ls_excerpt board;
        LS_TRY(ls_make_excerpt(own->context, own->ground, own->clues + part.first, part.count, NULL,
                               0, &board));
        part.cells = board.board.size - board.clues - board.known;
        const ls_status status = hold(own, &board);
        if (status == LS_CLASH) {
            *near = board.numbers[own->context->clash];
        }
        LS_TRY(status);
        if (part.cells) {
            LS_TRY(push(own, &part));
        }
    }
    return LS_OK;
}

/* Whether the clues of a part that are left agree with the mine count: LS_CLASH if not. */
static ls_status ask(void *all, const ls_excerpt *board) {
    deleting *own = all;
    LS_TRY(hold(own, board));
    return meets_total(own, board->board.size - board->clues - board->known) ? LS_OK : LS_CLASH;
}

/* Keep the clues of a part that are needed. */
static ls_status shrink(deleting *own, const ls_part_of_clues *part) {
    ls_excerpt board;
    LS_TRY(ls_make_excerpt(own->context, own->ground, own->clues + part->first, part->count, NULL, 0,
                           &board));
    LS_TRY(ls_drop(own->ground, &board, 0, part->count, ask, own));
    own->kept_count += ls_left(&board, own->kept + own->kept_count);
    LS_TRY(hold(own, &board));
    sum_sets(own, own->kept_sums, own->held, part->cells);
    memcpy(own->kept_sums, own->sums, (size_t)own->words * sizeof(uint64_t));
    return LS_OK;
}

/* Room for everything but the parts. */
static ls_status take_room(deleting *own) {
    ls_context *context = own->context;
    const int64_t size = own->ground->size;
    own->is_listed = ls_zeros(&context->memory, &context->marks, size);
    if (!own->is_listed ||
        !ls_room(&context->memory, &context->total_numbers, 2 * size, sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->total_sets, 7 * own->words, sizeof(uint64_t)) ||
        !ls_room(&context->memory, &context->total_below, own->words, sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    own->clues = context->total_numbers.items;
    own->kept = own->clues + size;
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
    LS_TRY(part_clues(own, near));
    const size_t bytes = (size_t)own->words * sizeof(uint64_t);
    memcpy(own->others, below(own, own->parts_made), bytes);
    add_up_to(own, own->others, own->free);
    memset(own->held, 0, bytes);
    own->held[0] = 1;
    if (meets_total(own, 0)) {
        return LS_OK;
    }
    while (own->parts_made) {
        const ls_part_of_clues part = *part_at(own, --own->parts_made);
        sum_sets(own, own->kept_sums, below(own, own->parts_made), 64 * own->words - 1);
        memcpy(own->others, own->sums, bytes);
        add_up_to(own, own->others, own->free);
        LS_TRY(shrink(own, &part));
    }
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
    for (int32_t number = 0; own.is_listed && number < ground->size; number++) {
        own.is_listed[number] = 0;
    }
    *clues = own.kept;
    return status;
}

/* The clues that force a cell: a minimal set, with the clues near the cell first.
 *
 * Clues are read in rings: those around the cell, then those that share a covered cell with one of
 * these, and so on, by number within a ring. Of all minimal sets the answer is the preferred one in
 * this order (Junker, AAAI 2004): the last clue of the shortest prefix that clashes with the cell's
 * opposite is needed; then with it the next shortest prefix is looked for, until the needed clues
 * clash alone. A prefix is tried by search: clues decide cells one by one, and where none does, a
 * cell is tried both ways. The clues that a clash goes back to say which prefix to try next.
 *
 * Nothing is proved here: `reason/preferred.py`, where the Python twin is, has a solver judge the
 * set, and adds up the layouts that show that each clue is needed.
 */
#include "door.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CLUES 256
#define MOST_CELLS 2048
#define MOST_TIES 8192    /* of a clue and a cell */
#define MOST_WORK 1000000 /* ties looked at */

#define COVERED (-1)
#define FLAGGED (-2)
#define KNOWN_MINE (-3)

typedef struct {
    int32_t number, ties_at, ties;
    int32_t least, most; /* mines that it needs among its cells */
    int32_t mines, left; /* among these: mines, and undecided cells */
    bool is_needed, is_active, is_due;
    bool is_blamed;  /* for a clash in this search */
    bool is_in_core; /* or in the last one that found no layout */
} ls_near;

typedef struct {
    int32_t number, ties_at, ties;
    int32_t reason; /* the clue that decided it, -1 for none */
    int32_t turn;   /* its place in the trail */
    int32_t depth;  /* of a cell that is tried, else -1 */
    int32_t blamed; /* for which clash */
    int8_t value;   /* 1 for a mine, 0 for safe, -1 */
} ls_open;

typedef struct {
    int32_t cell;
    bool is_second, is_blamed;
} ls_trial;

/* All that one call needs, but for the places of cells; it is small enough to be taken whole. */
typedef struct {
    ls_near clues[MOST_CLUES];
    ls_open cells[MOST_CELLS];
    ls_trial trials[MOST_CELLS];
    int32_t members[MOST_TIES], touching[MOST_TIES]; /* cells of clues, clues of cells */
    int32_t trail[MOST_CELLS], stack[MOST_CELLS], queue[MOST_CLUES], ring[MOST_CLUES];
} ls_room_to_search;

typedef struct {
    const ls_verdict *verdict;
    ls_room_to_search *room;
    ls_near *clues;
    ls_open *cells;
    int32_t *place; /* by number on the board: the place in `clues` or `cells` and 1, or 0 */
    int32_t clues_made, cells_made, ties_made, ring_made, ring_first;
    int32_t trailed, queued, depth, clashes;
    int64_t work;
} ls_search;

/* What an uncertain clue allows; false if the bounds do not say it. */
static bool bounds_of(const ls_verdict *verdict, int32_t number, ls_near *clue) {
    int32_t low = 0, high = verdict->bounds_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        const int32_t *row = verdict->bounds + 3 * (int64_t)middle;
        if (row[0] == number) {
            clue->least = row[1];
            clue->most = row[2];
            return row[1] <= row[2];
        }
        if (row[0] < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return true;
}

static ls_status read_clue(ls_search *search, int32_t number) {
    const ls_verdict *verdict = search->verdict;
    ls_near *clue = search->clues + search->clues_made++;
    search->place[number] = search->clues_made;
    *clue = (ls_near){.number = number, .ties_at = search->ties_made};
    clue->least = clue->most = verdict->states[number];
    if (!bounds_of(verdict, number, clue)) {
        return LS_WIDE;
    }
    const int32_t *near = verdict->near + number;
    for (int32_t turn = 0; turn < verdict->degree && *near != verdict->size;
         turn++, near += verdict->size) {
        const int8_t state = verdict->states[*near];
        clue->least -= state == KNOWN_MINE;
        clue->most -= state == KNOWN_MINE;
        if (state != COVERED && state != FLAGGED) {
            continue;
        }
        if (!search->place[*near]) {
            if (search->cells_made == MOST_CELLS) {
                return LS_WIDE;
            }
            search->cells[search->cells_made] = (ls_open){.number = *near};
            search->place[*near] = ++search->cells_made;
        }
        if (search->ties_made == MOST_TIES) {
            return LS_WIDE;
        }
        search->room->members[search->ties_made++] = search->place[*near] - 1;
        clue->ties++;
    }
    return LS_OK;
}

/* Put the clues around a cell that are new into the next ring. */
static ls_status look_around(ls_search *search, int32_t number) {
    const ls_verdict *verdict = search->verdict;
    const int32_t *near = verdict->near + number;
    for (int32_t turn = 0; turn < verdict->degree && *near != verdict->size;
         turn++, near += verdict->size) {
        if (verdict->states[*near] >= 0 && !search->place[*near]) {
            if (search->clues_made + search->ring_made == MOST_CLUES) {
                return LS_WIDE;
            }
            search->room->ring[search->ring_made++] = *near;
            search->place[*near] = 1; /* so that it is not taken twice */
        }
    }
    return LS_OK;
}

/* Read the next ring; `ring_made` is 0 if there is none. */
static ls_status read_ring(ls_search *search) {
    const int32_t first = search->ring_first, end = search->clues_made;
    search->ring_made = 0;
    if (!end) {
        LS_TRY(look_around(search, search->verdict->cell));
    }
    for (int32_t clue = first; clue < end; clue++) {
        const ls_near *near = search->clues + clue;
        for (int32_t tie = near->ties_at; tie < near->ties_at + near->ties; tie++) {
            LS_TRY(look_around(search, search->cells[search->room->members[tie]].number));
        }
    }
    qsort(search->room->ring, (size_t)search->ring_made, sizeof(int32_t), ls_by_number);
    for (int32_t turn = 0; turn < search->ring_made; turn++) {
        LS_TRY(read_clue(search, search->room->ring[turn]));
    }
    search->ring_first = end;
    return LS_OK;
}

/* List the clues of every cell. */
static void tie(ls_search *search) {
    int32_t at = 0;
    for (int32_t cell = 0; cell < search->cells_made; cell++) {
        search->cells[cell].ties = 0;
    }
    for (int32_t turn = 0; turn < search->ties_made; turn++) {
        search->cells[search->room->members[turn]].ties++;
    }
    for (int32_t cell = 0; cell < search->cells_made; cell++) {
        search->cells[cell].ties_at = at;
        at += search->cells[cell].ties;
        search->cells[cell].ties = 0;
    }
    for (int32_t clue = 0; clue < search->clues_made; clue++) {
        const ls_near *near = search->clues + clue;
        for (int32_t turn = near->ties_at; turn < near->ties_at + near->ties; turn++) {
            ls_open *cell = search->cells + search->room->members[turn];
            search->room->touching[cell->ties_at + cell->ties++] = clue;
        }
    }
}

static void assign(ls_search *search, int32_t number, bool mine, int32_t reason, int32_t depth) {
    ls_open *cell = search->cells + number;
    cell->value = mine;
    cell->reason = reason;
    cell->depth = depth;
    cell->turn = search->trailed;
    search->room->trail[search->trailed++] = number;
    search->work += cell->ties;
    for (int32_t turn = cell->ties_at; turn < cell->ties_at + cell->ties; turn++) {
        const int32_t place = search->room->touching[turn];
        ls_near *clue = search->clues + place;
        if (clue->is_active) {
            clue->left--;
            clue->mines += mine;
            if (!clue->is_due) {
                clue->is_due = true;
                search->room->queue[search->queued++] = place;
            }
        }
    }
}

/* Take back what was assigned since the trail had this length. */
static void take_back(ls_search *search, int32_t trailed) {
    while (search->trailed > trailed) {
        ls_open *cell = search->cells + search->room->trail[--search->trailed];
        for (int32_t turn = cell->ties_at; turn < cell->ties_at + cell->ties; turn++) {
            ls_near *clue = search->clues + search->room->touching[turn];
            if (clue->is_active) {
                clue->left++;
                clue->mines -= cell->value;
            }
        }
        cell->value = -1;
    }
}

/* Let clues decide cells until none does; return a clue that cannot be met, or -1. */
static int32_t decide(ls_search *search) {
    int32_t clash = -1;
    while (search->queued) {
        const int32_t place = search->room->queue[--search->queued];
        ls_near *clue = search->clues + place;
        clue->is_due = false;
        if (clash >= 0) {
            continue; /* only to empty the queue */
        }
        const int32_t least = clue->least - clue->mines, most = clue->most - clue->mines;
        if (most < 0 || least > clue->left) {
            clash = place;
        } else if (clue->left && (most == 0 || least == clue->left)) {
            search->work += clue->ties;
            for (int32_t turn = clue->ties_at; turn < clue->ties_at + clue->ties; turn++) {
                const int32_t cell = search->room->members[turn];
                if (search->cells[cell].value < 0) {
                    assign(search, cell, most != 0, place, -1);
                }
            }
        }
    }
    return clash;
}

/* Blame a clue, and put its cells of a value, decided before a turn, onto the stack. */
static int32_t blame_clue(ls_search *search, int32_t place, int8_t value, int32_t before,
                          int32_t stacked) {
    ls_near *clue = search->clues + place;
    clue->is_blamed = true;
    search->work += clue->ties;
    for (int32_t turn = clue->ties_at; turn < clue->ties_at + clue->ties; turn++) {
        const int32_t number = search->room->members[turn];
        ls_open *cell = search->cells + number;
        if (cell->value == value && cell->turn < before && cell->blamed != search->clashes) {
            cell->blamed = search->clashes;
            search->room->stack[stacked++] = number;
        }
    }
    return stacked;
}

/* Blame the clues and the trials that a clash goes back to. */
static void blame(ls_search *search, int32_t clash) {
    const ls_near *clue = search->clues + clash;
    search->clashes++;
    const int8_t value = clue->most < clue->mines; /* too many mines, else too many safe cells */
    int32_t stacked = blame_clue(search, clash, value, INT32_MAX, 0);
    while (stacked) {
        const ls_open *cell = search->cells + search->room->stack[--stacked];
        if (cell->reason >= 0) {
            stacked = blame_clue(search, cell->reason, !cell->value, cell->turn, stacked);
        } else if (cell->depth >= 0) {
            search->room->trials[cell->depth].is_blamed = true;
        }
    }
}

/* A cell to try next, of a clue that is not met and has few undecided cells; -1 if all are met. */
static int32_t next_trial(ls_search *search) {
    const ls_near *best = NULL;
    search->work += search->clues_made;
    for (int32_t place = 0; place < search->clues_made; place++) {
        const ls_near *clue = search->clues + place;
        const bool is_met = clue->least <= clue->mines && clue->mines + clue->left <= clue->most;
        if (clue->is_active && !is_met && (!best || clue->left < best->left)) {
            best = clue;
        }
    }
    for (int32_t turn = 0; best && turn < best->ties; turn++) {
        const int32_t cell = search->room->members[best->ties_at + turn];
        if (search->cells[cell].value < 0) {
            return cell;
        }
    }
    return -1;
}

/* After a clash, go on with another trial; false if none is left. */
static bool try_again(ls_search *search) {
    while (search->depth) {
        ls_trial *trial = search->room->trials + search->depth - 1;
        take_back(search, search->cells[trial->cell].turn);
        if (trial->is_blamed && !trial->is_second) {
            trial->is_second = true;
            assign(search, trial->cell, false, -1, search->depth - 1);
            return true;
        }
        search->depth--;
    }
    return false;
}

/* Look for a layout for the needed clues and the first `count`, with the opposite of the verdict:
 * LS_OK with the layout in the cells, or LS_CLASH with the clues to blame. */
static ls_status try_prefix(ls_search *search, int32_t count) {
    for (int32_t cell = 0; cell < search->cells_made; cell++) {
        search->cells[cell].value = -1;
    }
    search->trailed = search->queued = search->depth = 0;
    for (int32_t place = 0; place < search->clues_made; place++) {
        ls_near *clue = search->clues + place;
        clue->is_active = clue->is_due = place < count || clue->is_needed;
        clue->is_blamed = false;
        clue->mines = 0;
        clue->left = clue->ties;
        if (clue->is_due) {
            search->room->queue[search->queued++] = place;
        }
    }
    assign(search, search->place[search->verdict->cell] - 1, !search->verdict->mine, -1, -1);
    for (;;) {
        const int32_t clash = decide(search);
        if (search->work > MOST_WORK) {
            return LS_WIDE;
        }
        if (clash >= 0) {
            blame(search, clash);
            if (!try_again(search)) {
                break;
            }
            continue;
        }
        const int32_t cell = next_trial(search);
        if (cell < 0) {
            return LS_OK;
        }
        search->room->trials[search->depth] = (ls_trial){.cell = cell};
        assign(search, cell, true, -1, search->depth++);
    }
    for (int32_t place = 0; place < search->clues_made; place++) {
        search->clues[place].is_in_core = search->clues[place].is_blamed;
    }
    return LS_CLASH;
}

/* Write a needed clue, and the mines of the layout for which it is needed. */
static ls_status write_needed(const ls_search *search, int32_t clue, int32_t *at) {
    const ls_verdict *verdict = search->verdict;
    if (*at + 2 + search->trailed > verdict->room) {
        return LS_WIDE;
    }
    verdict->answer[(*at)++] = search->clues[clue].number;
    int32_t *mines = verdict->answer + (*at)++;
    *mines = 0;
    for (int32_t turn = 0; turn < search->trailed; turn++) {
        const ls_open *cell = search->cells + search->room->trail[turn];
        if (cell->value == 1) {
            verdict->answer[(*at)++] = cell->number;
            ++*mines;
        }
    }
    verdict->answer[0]++;
    return LS_OK;
}

static ls_status find_minimal(ls_search *search) {
    ls_status status = LS_OK;
    int32_t at = 1;
    for (int32_t rings = 1; status == LS_OK; rings *= 2) {
        for (int32_t ring = 0; ring < rings; ring++) {
            LS_TRY(read_ring(search));
            if (!search->ring_made && !ring) {
                return LS_OK; /* all clues together leave the cell open */
            }
            if (!search->ring_made) {
                break;
            }
        }
        if (!search->place[search->verdict->cell]) {
            return LS_WIDE; /* it is not a covered cell */
        }
        tie(search);
        status = try_prefix(search, search->clues_made);
    }
    for (int32_t last = search->clues_made - 1; status == LS_CLASH && last >= 0; last--) {
        if (search->clues[last].is_in_core && !search->clues[last].is_needed) {
            status = try_prefix(search, last);
            if (status == LS_OK) {
                search->clues[last].is_needed = true;
                LS_TRY(write_needed(search, last, &at));
                status = LS_CLASH;
            }
        }
    }
    return status == LS_CLASH ? LS_OK : status;
}

ls_status ls_minimal_within(ls_context *context, const ls_verdict *verdict) {
    int32_t *place = ls_zeros(&context->memory, &context->places, verdict->size);
    if (!place ||
        !ls_room(&context->memory, &context->minimal_room, 1, sizeof(ls_room_to_search))) {
        return LS_MEMORY;
    }
    ls_search search = {.verdict = verdict, .place = place};
    search.room = context->minimal_room.items;
    search.clues = search.room->clues;
    search.cells = search.room->cells;
    verdict->answer[0] = 0;
    const ls_status status = find_minimal(&search);
    for (int32_t clue = 0; clue < search.clues_made; clue++) {
        search.place[search.clues[clue].number] = 0;
    }
    for (int32_t cell = 0; cell < search.cells_made; cell++) {
        search.place[search.cells[cell].number] = 0;
    }
    for (int32_t turn = 0; turn < search.ring_made; turn++) {
        search.place[search.room->ring[turn]] = 0;
    }
    return status;
}

int32_t ls_minimal(ls_context *context, const ls_verdict *verdict) {
    start_watch(context);
    return ls_minimal_within(context, verdict);
}

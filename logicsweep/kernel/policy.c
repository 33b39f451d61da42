/* A simple player on all layouts of a set: what it wins is a lower bound of what can be won.
 *
 * A set of at most LS_WORD layouts it plays best. In a larger one it opens a living cell that is safe in
 * all layouts, if there is one. Else it looks at two clicks: of the COMPARED safest living cells it opens
 * the one with the largest sum, over all that it may show, of the layouts in which the safest living cell
 * is safe then, blended with those in which the second safest is; in a set of more than LS_SAMPLED, over a
 * sample of about so many. To choose a cell by what is won if it is opened first and the simple player goes
 * on is a step of policy improvement (Tesauro and Galperin 1996), here over the complete list of layouts: a
 * sample of it would promise what no player knows.
 *
 * Layouts are rows of bytes, a mine being 0, so that a few operations on sixteen columns at a time tell
 * how many mines a cell has and whether it is living. The same player, much slower, is in
 * strategy/policy.py.
 */
#include "policy.h"

#include <stdlib.h>
#include <string.h>

/* The most rows whose mines are counted in a byte. */
#define STRETCH 255
/* So many cells are compared. */
#define COMPARED 8
/* Layouts of all sets in the table. */
#define MOST_KEPT (1 << 24)

void ls_look_at(const ls_sheet *sheet, const int32_t *list, int32_t length, ls_look_of *seen) {
    memset(seen->mines, 0, (size_t)sheet->stride * sizeof *seen->mines);
    memset(seen->shown, 0, (size_t)sheet->stride);
    memset(seen->apart, 0, (size_t)sheet->stride);
    for (int32_t from = 0; from < length; from += STRETCH) {
        const int32_t to = length - from < STRETCH ? length : from + STRETCH;
        for (int32_t lane = 0; lane < sheet->stride / LS_LANES; lane++) {
            ls_lanes mines = {0}, shown = seen->shown[lane], apart = seen->apart[lane];
            const uint8_t *bytes = sheet->bytes + lane * LS_LANES;
            for (int32_t place = from; place < to; place++) {
                ls_lanes row;
                memcpy(&row, bytes + (int64_t)list[place] * sheet->stride, LS_LANES);
                const ls_lanes is_mine = (ls_lanes)(row == 0);
                mines -= is_mine;
                shown |= row & (ls_lanes)(shown == 0);
                apart |= (row ^ shown) & ~is_mine;
            }
            seen->shown[lane] = shown;
            seen->apart[lane] = apart;
            for (int32_t cell = 0; cell < LS_LANES; cell++) {
                seen->mines[lane * LS_LANES + cell] += mines[cell];
            }
        }
    }
}

int32_t ls_part_rows(ls_player *player, const ls_sheet *sheet, const int32_t *list, int32_t length,
                     int32_t cell, int32_t *room, int32_t *ends) {
    uint8_t *shown = player->shown;
    int32_t most = 0;
    memset(ends, 0, LS_BYTES * sizeof *ends);
    for (int32_t place = 0; place < length; place++) {
        shown[place] = ls_row_at(sheet, list[place])[cell];
        ends[shown[place]]++;
        most = shown[place] > most ? shown[place] : most;
    }
    ends[0] = 0;
    for (int32_t byte = 1, end = 0; byte <= most; byte++) {
        const int32_t size = ends[byte];
        ends[byte] = end;
        end += size;
    }
    for (int32_t place = 0; place < length; place++) {
        if (shown[place]) {
            room[ends[shown[place]]++] = list[place];
        }
    }
    return most;
}

int64_t ls_next_safety(const ls_sheet *sheet, const int32_t *list, int32_t length,
                       ls_look_of *seen, int64_t *score) {
    int32_t first = length, second = length; /* the fewest mines of a living cell */
    if (length > 1) {
        ls_look_at(sheet, list, length, seen);
        for (int32_t cell = 0; cell < sheet->cells; cell++) {
            const int32_t mines = seen->mines[cell];
            if (mines < second && ls_is_living(seen, cell)) {
                second = mines < first ? first : mines;
                first = mines < first ? mines : first;
            }
        }
    }
    if (first == length) { /* no more than one layout can be won */
        *score = LS_SAFEST + LS_SECOND;
        return 1;
    }
    second = !first || second == length ? first : second;
    *score = LS_SAFEST * (int64_t)(length - first) + LS_SECOND * (int64_t)(length - second);
    return length - first;
}

/* The sum over all that a cell may show; 0 if it is not above `goal`. */
static int64_t two_clicks(ls_player *player, const ls_sheet *sheet, const int32_t *list,
                          int32_t length, int32_t cell, int32_t *room, ls_look_of *seen,
                          int64_t goal) {
    int32_t ends[LS_BYTES];
    const int32_t most = ls_part_rows(player, sheet, list, length, cell, room, ends);
    int64_t bound = (LS_SAFEST + LS_SECOND) * (int64_t)ends[most];
    for (int32_t byte = 1; byte <= most && bound > goal; byte++) {
        const int32_t start = ends[byte - 1], size = ends[byte] - start;
        if (size) {
            int64_t score;
            (void)ls_next_safety(sheet, room + start, size, seen, &score);
            bound += score - (LS_SAFEST + LS_SECOND) * (int64_t)size;
        }
    }
    return bound > goal ? bound : 0;
}

static int64_t opened(ls_player *player, const ls_sheet *sheet, const int32_t *list,
                      int32_t length, int32_t cell, int32_t *room) {
    int32_t ends[LS_BYTES];
    const int32_t most = ls_part_rows(player, sheet, list, length, cell, room, ends);
    int64_t all = 0;
    for (int32_t byte = 1; byte <= most; byte++) {
        all += ls_won_of(player, sheet, room + ends[byte - 1], ends[byte] - ends[byte - 1]);
    }
    return all;
}

int32_t ls_sampled(const ls_player *player, const ls_sheet *sheet, const int32_t *list,
                   int32_t length, int32_t size, int32_t *sample) {
    const uint64_t most = UINT64_MAX / (uint64_t)length * (uint64_t)size;
    int32_t made = 0;
    for (int32_t place = 0; place < length && made < 2 * size; place++) {
        if (player->search.names[sheet->layouts[list[place]]] < most) {
            sample[made++] = list[place];
        }
    }
    return made;
}

/* Open the first living cell that is safe, else the best by two clicks. */
static int64_t played(ls_player *player, const ls_sheet *sheet, const int32_t *list,
                      int32_t length, int32_t *room, ls_look_of *seen) {
    struct {
        int32_t mines, cell;
    } choices[COMPARED + 1];
    int32_t made = 0;
    for (int32_t cell = 0; cell < sheet->cells; cell++) {
        const int32_t mines = seen->mines[cell];
        if (!ls_is_living(seen, cell)) {
            continue;
        }
        if (!mines) {
            return opened(player, sheet, list, length, cell, room);
        }
        int32_t turn = made;
        for (; turn > 0 && choices[turn - 1].mines > mines; turn--) {
            choices[turn] = choices[turn - 1];
        }
        choices[turn].mines = mines;
        choices[turn].cell = cell;
        made += made < COMPARED;
    }
    if (!made) {
        return 1;
    }
    int64_t goal = 0;
    int32_t best = choices[0].cell, size = length;
    const int32_t *some = list;
    if (length > LS_SAMPLED) {
        size = ls_sampled(player, sheet, list, length, LS_SAMPLED, player->sample);
        some = player->sample;
    }
    for (int32_t turn = 0; turn < made && made > 1; turn++) {
        const int32_t cell = choices[turn].cell;
        const int64_t score = two_clicks(player, sheet, some, size, cell, room, seen, goal);
        if (score > goal) {
            goal = score;
            best = cell;
        }
    }
    return opened(player, sheet, list, length, best, room);
}

/* Whether a cell that is safe in two layouts shows something else in them. */
static bool are_apart(const ls_sheet *sheet, const int32_t *list) {
    const uint8_t *first = ls_row_at(sheet, list[0]), *second = ls_row_at(sheet, list[1]);
    int apart = 0;
    for (int32_t cell = 0; cell < sheet->stride; cell++) {
        apart |= (first[cell] != second[cell]) & (first[cell] != 0) & (second[cell] != 0);
    }
    return apart;
}

/* The best play of a few layouts, with the living cells as columns of their own. */
static int64_t best_play(ls_player *player, const ls_sheet *sheet, const int32_t *list,
                         int32_t length, const ls_look_of *seen) {
    uint8_t columns[sheet->cells * LS_WORD];
    int32_t values[sheet->cells], layouts[LS_WORD];
    uint16_t cells[sheet->cells];
    int32_t made = 0;
    for (int32_t cell = 0; cell < sheet->cells; cell++) {
        if (!ls_is_living(seen, cell)) {
            continue;
        }
        uint8_t *column = columns + made * length, numbers[LS_BYTES];
        uint8_t number = 0;
        memset(numbers, LS_HIT, sizeof numbers);
        for (int32_t place = 0; place < length; place++) {
            const uint8_t byte = ls_row_at(sheet, list[place])[cell];
            if (byte && numbers[byte] == LS_HIT) {
                numbers[byte] = number++;
            }
            column[place] = numbers[byte];
        }
        for (int32_t place = 0; place < length; place++) {
            column[place] = column[place] == LS_HIT ? number : column[place];
        }
        values[made] = number;
        cells[made] = (uint16_t)made;
        made++;
    }
    if (!made) {
        return 1;
    }
    for (int32_t place = 0; place < length; place++) {
        layouts[place] = place;
    }
    const ls_hidden hidden = {length, made, NULL, NULL};
    player->search.hidden = &hidden;
    player->search.columns = columns;
    player->search.values = values;
    return ls_small_value(&player->search, layouts, length, cells, made, -1);
}

/* Copy the living columns of some rows; the looks at them move along. */
static void narrow(const ls_sheet *from, const int32_t *list, int32_t length, const ls_sheet *into,
                   uint8_t *bytes, ls_look_of *seen) {
    int32_t living[from->cells], made = 0;
    for (int32_t cell = 0; cell < from->cells; cell++) {
        if (ls_is_living(seen, cell)) {
            seen->mines[made] = seen->mines[cell];
            living[made++] = cell;
        }
    }
    memset(seen->apart, 1, (size_t)made);
    for (int32_t place = 0; place < length; place++) {
        const uint8_t *row = ls_row_at(from, list[place]);
        uint8_t *copy = bytes + (int64_t)place * into->stride;
        for (int32_t cell = 0; cell < made; cell++) {
            copy[cell] = row[living[cell]];
        }
        memset(copy + made, 1, (size_t)(into->stride - made));
    }
}

/* Play a set of more than LS_WORD layouts; on fewer columns, as soon as that takes less room. */
static int64_t played_on(ls_player *player, const ls_sheet *sheet, const int32_t *list,
                         int32_t length, const int32_t *layouts, ls_look_of *seen) {
    int32_t living = 0;
    for (int32_t cell = 0; cell < sheet->cells; cell++) {
        living += ls_is_living(seen, cell);
    }
    const int32_t stride = (living + LS_LANES - 1) / LS_LANES * LS_LANES;
    const bool is_narrow = stride < sheet->stride;
    const int64_t bytes = (int64_t)length * (is_narrow ? 8 + stride : 4) + 1;
    int64_t taken = 0;
    int32_t *room = ls_block(&player->search.context->memory, bytes, &taken);
    if (!room) {
        player->search.status = LS_MEMORY;
        return 1;
    }
    int64_t won;
    if (is_narrow) {
        int32_t *rows = room + length;
        uint8_t *copies = (uint8_t *)(rows + length);
        const ls_sheet copy = {copies, layouts, stride, living};
        narrow(sheet, list, length, &copy, copies, seen);
        for (int32_t place = 0; place < length; place++) {
            rows[place] = place;
        }
        won = played(player, &copy, rows, length, room, seen);
    } else {
        won = played(player, sheet, list, length, room, seen);
    }
    free(room);
    player->search.context->memory.taken -= taken;
    return won;
}

int64_t ls_won_of(ls_player *player, const ls_sheet *sheet, const int32_t *list, int32_t length) {
    if (length <= 2) {
        return length < 2 ? length : 1 + are_apart(sheet, list);
    }
    ls_search *search = &player->search;
    if (!ls_goes_on(search, (int64_t)length * sheet->stride / LS_LANES)) {
        return 1;
    }
    int64_t taken = 0;
    int32_t *layouts = ls_block(&search->context->memory, (int64_t)length * 4, &taken);
    if (!layouts) {
        search->status = LS_MEMORY;
        return 1;
    }
    for (int32_t place = 0; place < length; place++) {
        layouts[place] = sheet->layouts[list[place]];
    }
    const uint64_t hash = ls_hash_of(search, layouts, length);
    const ls_bounds *known = ls_known(search, hash, layouts, length);
    int64_t won;
    if (known) {
        won = known->upper;
    } else {
        int32_t mines[sheet->stride];
        ls_lanes shown[sheet->stride / LS_LANES], apart[sheet->stride / LS_LANES];
        ls_look_of seen = {mines, shown, apart};
        ls_look_at(sheet, list, length, &seen);
        won = length <= LS_WORD ? best_play(player, sheet, list, length, &seen)
                                : played_on(player, sheet, list, length, layouts, &seen);
        if (search->status == LS_OK && search->kept < MOST_KEPT) {
            ls_keep(search, hash, layouts, length, won, -1);
        }
    }
    free(layouts);
    search->context->memory.taken -= taken;
    return won;
}

/* Cliques of layouts that are rivals, of each of which one can be won. See endgame.c.
 *
 * Two layouts are rivals if no cell that is safe in both shows something else. So the rivals of a layout
 * are, for each cell that is safe in it, among those that show the same there or have a mine there. Sets
 * are bits, in words, and a second level says which words of a set have any: in a list of layouts in
 * order, those side by side have the same mines but for a few cells, so that most words are left out by
 * the first cells that are asked, many at once.
 */
#include "endgame.h"

#include <stdlib.h>
#include <string.h>

/* Two sets, of which each rival of a layout is in one: those that show the same in a cell, and those that
 * have a mine there. */
typedef struct {
    int64_t same, mine;
} either;

/* The layouts by what a cell shows, and the layouts that have no clique yet. */
typedef struct {
    const ls_search *search;
    int64_t words, groups; /* of a set: of 64 layouts, and of 64 words */
    int64_t count;         /* of sets */
    uint64_t *sets;        /* [word][set] */
    uint64_t *any;         /* [group][set]: the words that have a layout */
    uint64_t *left, *any_left;
    either *chosen;        /* of a layout, by cell */
    int64_t *places;       /* the words that have rivals */
    uint64_t *rivals;      /* by place */
} sorted;

static void add(sorted *all, int64_t set, int32_t layout) {
    const int64_t word = layout / 64;
    all->sets[word * all->count + set] |= (uint64_t)1 << layout % 64;
    all->any[word / 64 * all->count + set] |= (uint64_t)1 << word % 64;
}

/* Give a layout its clique. */
static void take(sorted *all, int32_t layout, int32_t clique, int32_t *cliques) {
    const int64_t word = layout / 64;
    cliques[layout] = clique;
    all->left[word] &= ~((uint64_t)1 << layout % 64);
    if (!all->left[word]) {
        all->any_left[word / 64] &= ~((uint64_t)1 << word % 64);
    }
}

/* Choose the pairs of sets for the rivals of a layout; how many. */
static int32_t choose(sorted *all, int32_t layout) {
    const ls_search *search = all->search;
    const uint8_t *column = search->columns + layout;
    int32_t made = 0;
    int64_t set = 0;
    for (int32_t cell = 0; cell < search->hidden->cells; cell++) {
        const int32_t values = search->values[cell];
        if (*column != values && values > 1) { /* no mine, and not always the same */
            all->chosen[made++] = (either){set + *column, set + values};
        }
        set += values + 1;
        column += search->hidden->layouts;
    }
    return made;
}

/* Of some layouts of a word, or words of a group, those that are in one set of each chosen pair. */
static inline uint64_t among(const sorted *all, const uint64_t *sets, int64_t word, int32_t count,
                             uint64_t some) {
    sets += word * all->count;
    for (int32_t turn = count - 1; turn >= 0 && some; turn--) {
        const either *of = all->chosen + turn;
        some &= sets[of->same] | sets[of->mine];
    }
    return some;
}

/* Find the words with rivals of the layout whose sets are chosen; how many. */
static int64_t look_for(sorted *all, int32_t count, int64_t group) {
    int64_t made = 0;
    for (; group < all->groups; group++) {
        uint64_t words = among(all, all->any, group, count, all->any_left[group]);
        for (; words; words &= words - 1) {
            const int64_t word = group * 64 + __builtin_ctzll(words);
            all->places[made] = word;
            all->rivals[made] =
                among(all, all->sets, word, count, all->left[word]);
            made += all->rivals[made] != 0;
        }
    }
    return made;
}

/* Find a clique: a layout, and again and again the next one that is a rival of all before. Returns the
 * number of words that were looked at. */
static int64_t find_clique(sorted *all, int32_t layout, int32_t clique, int32_t *cliques) {
    take(all, layout, clique, cliques);
    const int64_t made = look_for(all, choose(all, layout), layout / 64 / 64);
    int64_t work = all->groups;
    for (int64_t at = 0; at < made; at++) {
        while (all->rivals[at]) {
            const int32_t next =
                (int32_t)(all->places[at] * 64 + __builtin_ctzll(all->rivals[at]));
            take(all, next, clique, cliques);
            all->rivals[at] &= all->rivals[at] - 1;
            const int32_t count = choose(all, next);
            for (int64_t after = at; after < made; after++) {
                all->rivals[after] = among(all, all->sets, all->places[after], count,
                                           all->rivals[after]);
            }
            work += made - at;
        }
    }
    return work;
}

ls_status ls_find_cliques(ls_search *search, int32_t *cliques) {
    const int32_t layouts = search->hidden->layouts, cells = search->hidden->cells;
    const int64_t words = (layouts + 63) / 64, groups = (words + 63) / 64;
    int64_t sets = 0, taken = 0;
    for (int32_t cell = 0; cell < cells; cell++) {
        sets += search->values[cell] + 1;
    }
    uint64_t *block = ls_block(&search->context->memory,
                               8 * ((sets + 1) * (words + groups) + 2 * words) +
                                   (int64_t)sizeof(either) * cells,
                               &taken);
    if (!block) {
        return LS_MEMORY;
    }
    memset(block, 0, (size_t)taken);
    sorted all = {.search = search, .words = words, .groups = groups, .count = sets, .sets = block};
    all.left = block + sets * words;
    all.any = all.left + words;
    all.any_left = all.any + sets * groups;
    all.places = (int64_t *)(all.any_left + groups);
    all.rivals = (uint64_t *)(all.places + words);
    all.chosen = (either *)(all.rivals + words);
    ls_watch *watch = &search->context->watch;
    bool is_stopped = false;
    for (int32_t cell = 0, set = 0; cell < cells && !is_stopped; set += search->values[cell++] + 1) {
        const uint8_t *column = search->columns + cell * (int64_t)layouts;
        for (int32_t layout = 0; layout < layouts; layout++) {
            add(&all, set + column[layout], layout);
        }
        is_stopped = ls_must_stop(watch, layouts);
    }
    for (int32_t layout = 0; layout < layouts; layout++) {
        all.left[layout / 64] |= (uint64_t)1 << layout % 64;
        all.any_left[layout / 64 / 64] |= (uint64_t)1 << layout / 64 % 64;
    }
    for (int32_t layout = 0, clique = 0; layout < layouts && !is_stopped; layout++) {
        if (all.left[layout / 64] >> layout % 64 & 1) {
            is_stopped = ls_must_stop(watch, find_clique(&all, layout, clique++, cliques) * cells);
        }
    }
    free(block);
    search->context->memory.taken -= taken;
    return is_stopped ? LS_STOPPED : LS_OK;
}

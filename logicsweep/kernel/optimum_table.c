/* What is known of the positions of a game: a table that threads share. See optimum.c. */
#include "optimum.h"

#include <stdlib.h>

static uint64_t mixed(ls_key key) {
    uint64_t hash = key.low * 0x9E3779B97F4A7C15u ^ key.high * 0xBF58476D1CE4E5B9u;
    hash = (hash ^ (hash >> 29)) * 0x94D049BB133111EBu;
    return hash ^ (hash >> 32);
}

/* Where a position is, or would be. */
static ls_valued *find(const ls_shard *shard, uint64_t hash, ls_key key) {
    ls_valued *known = shard->places.items;
    const uint64_t mask = (uint64_t)shard->room - 1;
    for (uint64_t at = hash & mask;; at = (at + 1) & mask) {
        if (!known[at].upper || ls_is_same(known[at].key, key)) {
            return known + at;
        }
    }
}

/* Make a part of the table twice as large. */
static bool widen(ls_optimum *game, ls_shard *shard) {
    const int64_t before = shard->room;
    ls_array old;
    ls_lock(&game->lock);
    const bool is_done =
        ls_double(&game->memory, &shard->places, &old, &shard->room, 1 << 6, sizeof(ls_valued));
    ls_unlock(&game->lock);
    if (!is_done) {
        return false;
    }
    for (int64_t at = 0; at < before; at++) {
        const ls_valued *known = (ls_valued *)old.items + at;
        if (known->upper) {
            *find(shard, mixed(known->key) / LS_SHARDS, known->key) = *known;
        }
    }
    ls_lock(&game->lock);
    ls_free(&game->memory, &old);
    ls_unlock(&game->lock);
    return true;
}

ls_bounds ls_recall(ls_optimum *game, ls_key key) {
    const uint64_t hash = mixed(key);
    ls_shard *shard = game->shards + hash % LS_SHARDS;
    ls_bounds bounds = LS_UNBOUNDED;
    ls_lock(&shard->lock);
    if (shard->room) {
        const ls_valued *known = find(shard, hash / LS_SHARDS, key);
        if (known->upper) {
            bounds = (ls_bounds){known->lower, known->upper};
        }
    }
    ls_unlock(&shard->lock);
    return bounds;
}

bool ls_remember(ls_optimum *game, ls_key key, int64_t value, int64_t alpha) {
    const uint64_t hash = mixed(key);
    ls_shard *shard = game->shards + hash % LS_SHARDS;
    ls_lock(&shard->lock);
    bool is_done = 4 * (shard->made + 1) <= 3 * shard->room || widen(game, shard);
    if (is_done) {
        ls_valued *known = find(shard, hash / LS_SHARDS, key);
        ls_bounds bounds = LS_UNBOUNDED;
        if (known->upper) {
            bounds = (ls_bounds){known->lower, known->upper};
        } else {
            shard->made++;
        }
        ls_narrow(&bounds, value, alpha);
        *known = (ls_valued){key, (int32_t)bounds.lower, (int32_t)bounds.upper};
    }
    ls_unlock(&shard->lock);
    return is_done;
}

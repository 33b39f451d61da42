/* The words that the files of the kernel share: memory, limits, problems, tables, components.
 *
 * The kernel works out, for a board of covered cells and clues, the marginals of all cells: cells
 * are numbers, `near` lists their neighbours, nothing knows a grid. What the words mean is said in
 * the Python twin, `logicsweep/tables/`: a component is a factor graph of boxes (cells that share
 * exactly the same clues) and factors (what a clue says of the mines in its boxes); a table has one
 * row for each state, which says what every open factor has come to.
 *
 * From the ground up: memory.c; forest.c, relations.c, fields.c, plan.c, groups.c, trellis.c, compile.c; forward.c,
 * outward.c, exact.c; cells.c, parts.c, witness.c, twos.c, counting.c; interior.c, tree.c, join.c, marginals.c; change.c,
 * listing.c, draws.c, models.c; integers.c, fractions.c, outlooks.c, further.c, fifties.c; endgame_table.c,
 * endgame_cliques.c, endgame_small.c, endgame.c, endgame_start.c; policy.c, policy_start.c; optimum_table.c, optimum.c,
 * optimum_start.c; parting.c, hidden.c, winning.c; candidates.c, decide.c; door.c, reach.c, repair.c, deal.c;
 * singles.c; check.c, probe.c, refute.c, certify.c; excerpt.c, mus_total.c, mus.c, pair.c; positions.c,
 * easy.c; redraw.c, play.c. A file calls those before it alone.
 */
#ifndef LOGICSWEEP_KERNEL_H
#define LOGICSWEEP_KERNEL_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define LS_API __declspec(dllexport)
#else
#define LS_API __attribute__((visibility("default")))
#endif

/* The version of the interface, the same number as `ABI` in kernel.js. It changes with every
 * change of a signature or of what a function expects or returns. */
#define LS_ABI 19

/* LS_ABI, as it was when the library was compiled. */
LS_API int32_t ls_abi(void);
/* The digest of the sources that the library was compiled from, 64 hexadecimal digits. */
LS_API const char *ls_sources(void);

/* What a call came to. Everything but LS_OK and LS_CLASH leaves the question open. */
typedef enum {
    LS_OK = 0,
    LS_CLASH = 1,     /* no layout agrees with the board */
    LS_WIDE = 2,      /* the tables would take more numbers than allowed */
    LS_MEMORY = 3,    /* more memory than the ceiling, or than there is */
    LS_IMPRECISE = 4, /* doubles are too narrow: the error might exceed LS_TOLERANCE */
    LS_STOPPED = 5    /* cancelled, or out of time */
} ls_status;

/* No marginal is off by more than this. */
#define LS_TOLERANCE 1e-12
/* Nor is one whose mines and safe cells are off by this, relatively: m / (m + s) then is by half of it. */
#define LS_LOOSE_TOLERANCE 2e-12
/* Half the distance from 1 to the next double: what one operation may be off by. */
#define LS_ROUNDING 1.1102230246251565e-16
/* Nothing positive may come to less: far below, doubles become 0. */
#define LS_LEAST 0x1p-950
/* Whole numbers up to this are doubles as they are. */
#define LS_EXACT 9007199254740992.0
/* The largest number of neighbours of a cell, and so of the cells in a box. */
#define LS_DEGREE 126

/* Run a step of a calculation; hand on any status but LS_OK. */
#define LS_TRY(call)                       \
    do {                                   \
        ls_status status_ = (call);        \
        if (status_ != LS_OK) {            \
            return status_;                \
        }                                  \
    } while (0)

/* ---- memory.c: arrays that grow below a ceiling; the cancel flag ---- */

typedef struct {
    int64_t taken, ceiling; /* bytes */
} ls_memory;

/* Room for items of one type; what is in it stays when it grows. */
typedef struct {
    void *items;
    int64_t bytes;
} ls_array;

bool ls_grow(ls_memory *memory, ls_array *array, int64_t count, size_t item);
/* Make room for `count` items; false, with the array as it was, if that is above the ceiling. */
static inline bool ls_room(ls_memory *memory, ls_array *array, int64_t count, size_t item) {
    return count <= array->bytes / (int64_t)item || ls_grow(memory, array, count, item);
}
/* The same for numbers that all are 0 whenever nobody uses them; NULL above the ceiling. */
int32_t *ls_zeros(ls_memory *memory, ls_array *array, int64_t count);
void ls_free(ls_memory *memory, ls_array *array);
/* A block of memory within the ceiling, with what it takes; NULL if there is none. */
void *ls_block(ls_memory *memory, int64_t bytes, int64_t *taken);

typedef struct {
    const volatile int32_t *cancel; /* stop once it is not 0; may be NULL */
    int64_t work, most_work;        /* transitions so far, and after how many to stop */
    int64_t next_look;              /* after how many to look at the flag */
} ls_watch;

bool ls_look(ls_watch *watch);
/* Whether to stop; looks at the flag once enough work has been done. */
static inline bool ls_must_stop(ls_watch *watch, int64_t work) {
    watch->work += work;
    return watch->work >= watch->next_look && ls_look(watch);
}

/* ---- plan.c, compile.c: a component as a problem, and its trellis ---- */

/* Which factors are relations, whose weight is that of a decision diagram over cells. Factor f has the
 * diagram diagram_of[f], or -1; its cell at place p is in the box boxes[boxes_at[f] + p]. Diagram d has
 * sizes[d] places, the root roots[d], and the nodes from node_start[d] up to node_start[d + 1]. A node has
 * three numbers: its place, and where to go on if the cell there is safe, and if it is a mine. That is a node
 * before it, counted from 0 in the diagram, which has a later place; or ~0 for the weight 0, or ~e for the
 * e-th weight of the factor. */
typedef struct {
    int32_t diagrams;
    const int32_t *diagram_of, *boxes_at, *boxes;
    const int32_t *sizes, *roots, *node_start, *nodes;
} ls_relations;

/* A factor graph. Box b has sizes[b] cells and is in the scope of the factors
 * scope[scope_start[b]] up to scope[scope_start[b + 1]]. Factor f allows lower[f]..upper[f] mines;
 * weights_at[f] is where the weights of these numbers begin, or -1 if all weigh 1. The last
 * `queries` factors are query variables, whose mines are told apart to the end. A relation has
 * upper[f] + 1 weights. The cells of a box that is hidden have marks, which count for factors and as what
 * is in the box, but are no mines of the component. */
typedef struct {
    int32_t boxes, factors, queries;
    const int32_t *sizes, *scope_start, *scope;
    const int32_t *lower, *upper, *weights_at;
    const double *weights;
    const uint64_t *limbs; /* the weights as whole numbers of `weight_limbs` 64-bit limbs each */
    int32_t weight_limbs;
    const uint8_t *hidden;         /* by box; NULL if none is */
    const ls_relations *relations; /* NULL if there is none */
} ls_problem;

#define LS_RELATED 14 /* arrays for relations */

/* A plan, its tables with all rows and pairs that are in some model, and the numbers of passes. The last
 * table has one row, unless there are query variables. */
typedef struct {
    int32_t tables_made, rows_made, pairs_made, values_made;
    int32_t words;               /* of a key, 64 bits each */
    bool is_weighted, has_relations, has_hidden;
    bool is_cut;                 /* more pairs would have been tried than `most_tried` */
    int64_t tried, most_tried;
    int32_t exponent;            /* forward values were divided by 2 to this power in all */
    ls_array tables, rows, pairs; /* ls_table, ls_row, ls_match */
    ls_array fields, open;        /* ls_field by factor; ls_open */
    ls_array plan, graph;         /* to plan: int32_t, uint64_t */
    ls_array keys;                /* uint64_t: by row */
    ls_array buckets, counters;   /* int32_t; by row */
    ls_array values, low;         /* by number of mines: doubles, or what else a pass takes */
    ls_array outward;             /* the same of what lies outside a row */
    ls_array fewest, most;        /* int32_t: mines that a box has in some model */
    ls_array held;                /* int32_t: by row of the last table, mines of each query */
    ls_array marks;               /* int32_t: by row of the boxes' leaves, where some are hidden */
    ls_array related[LS_RELATED]; /* see forest.h */
} ls_trellis;

typedef struct ls_context ls_context;

void ls_free_trellis(ls_memory *memory, ls_trellis *trellis);
/* Plan how to join the boxes: along a tree, or a line. */
ls_status ls_plan(ls_context *context, ls_trellis *trellis, const ls_problem *problem, bool is_line);
/* The same, and all rows and pairs that are in some model, and what they say of the boxes. */
ls_status ls_compile(ls_context *context, ls_trellis *trellis, const ls_problem *problem);

/* ---- forward.c, outward.c: counts and marginals of one component in doubles ---- */

/* A sum of positive terms in two doubles (Knuth's two-sum): off by two roundings at most. */
typedef struct {
    double high, low;
} ls_sum;

static inline void ls_add(ls_sum *sum, double term) {
    double high = sum->high + term;
    double back = high - sum->high;
    sum->low += (sum->high - (high - back)) + (term - back);
    sum->high = high;
}

/* The bits of a positive number: the least n with number <= 2^n. */
static inline int32_t ls_bits(double number) {
    int exponent;
    (void)frexp(number, &exponent);
    return exponent;
}

/* A component's counts: counts[i] is the weight of its models with lowest + i mines. */
typedef struct {
    int32_t lowest, length;
    double *counts;
    double *mines, *safe; /* [box][i]: mines and safe cells in the box, summed; NULL if too large */
    double roundings;     /* one on the other, in any number above */
    double count_roundings; /* and in `counts` */
    double models_bits;   /* log2 of the sum of the counts, at most */
    int32_t exponent;     /* all were divided by 2 to this power */
    bool is_exact;        /* whether no number above was rounded */
} ls_counts;

/* With `weights` NULL, each model counts once. */
ls_status ls_forward(ls_context *context, ls_trellis *trellis, const ls_problem *problem);
/* Counts by number of mines; with `boxes`, also by box. */
ls_status ls_count(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                   ls_counts *counts, bool boxes);
/* The marginal of each box when a model with lowest + i mines counts message[i] times. */
ls_status ls_backward(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                      const ls_counts *counts, const double *message, double *marginals,
                      double *roundings);
/* ---- exact.c: the same counts as whole numbers ---- */

/* Wide enough for the number of ways to put mines into a box. */
__extension__ typedef unsigned __int128 two_limbs;

/* Numbers of `limbs` 64-bit limbs each, the lowest limb first. */
typedef struct {
    int32_t limbs, lowest, length;
    int32_t rows;    /* of the last table: combinations of mines in the query variables; else 1 */
    ls_array counts; /* [row][i]: models with lowest + i mines */
    ls_array boxes;  /* [box][i]: mines in the box, summed over these models */
    ls_array remainders; /* uint64_t */
} ls_exact;

/* After `ls_compile`: the exact counts; with `boxes`, by box as well. */
ls_status ls_count_exactly(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                           ls_exact *exact, bool boxes);

/* ---- cells.c, parts.c, counting.c: the board at hand ---- */

/* What a cell is: a byte, apart from all else, since this is asked of all neighbours. Under the mask
 * LS_COUNTED, the codes of all neighbours sum to the undecided ones plus 128 times the mines. */
typedef enum {
    LS_SHOWN = 0,   /* neither covered nor a clue */
    LS_COVERED = 1, /* undecided */
    LS_CLUE = 2,
    LS_SAFE = 4,    /* covered and proved safe */
    LS_MINE = 128,  /* covered and proved a mine */
    LS_KNOWN = 130  /* a known mine */
} ls_code;

#define LS_COUNTED (LS_COVERED | LS_MINE)

typedef struct {
    int32_t component; /* of an undecided cell or of a clue that touches some; -1 for none */
    int32_t box;       /* of an undecided cell in a component */
    int16_t least, most; /* of a clue: mines among the `left` undecided cells around it */
    int16_t left;
} ls_cell;

typedef struct {
    bool is_alive;
    int32_t cells_count, clues_count;
    int32_t *cells;     /* by box: those of box b from cell_start[b] up to cell_start[b + 1] */
    int32_t *cell_start;
    int32_t *clues;
    ls_problem problem;
    ls_counts counts;
    ls_trellis *trellis; /* kept where `counts` has nothing by box */
    uint8_t *decided;   /* by box, where tables are believed: 0 safe, 1 mines, 2 neither */
    void *block, *result;
    int64_t block_bytes, result_bytes;
    int64_t message_at; /* the message from the rest of the board, in the join's `numbers` */
    int64_t allowed_at; /* and which numbers of mines are allowed, in `allowed` */
    double roundings;   /* of the message */
    int32_t lost;       /* it was scaled up by 2^lost in all: what underflowed before is of no
                           more account than 2^(lost - 1074) */
} ls_component;

/* Cells alike, while clues are parted. */
typedef struct {
    int32_t scope_at, scope_length; /* in `scopes`: places of clues in `active` */
    int32_t size, first, last;      /* places in `box_cells`, linked by `next_cell` */
    uint32_t hash;
} ls_box;

/* What a cell was before a change that may be taken back. */
typedef struct {
    int32_t number;
    uint8_t code;
    ls_cell was;
} ls_saved;

/* What else there is to say of the marginals. */
typedef struct {
    bool needs_prior; /* some marginal depends on the mine count or a density */
    bool needs_total; /* some cell is decided under the mine count only */
    double log2_mass; /* of all layouts, up to what is common to all boards of this size */
} ls_said;

struct ls_context {
    ls_memory memory;
    ls_watch watch;
    int64_t most_numbers; /* in all tables of one component */

    int32_t size, degree;
    const int32_t *near;  /* neighbours of cell i: near[k * size + i], padded with `size` */
    bool has_total;
    int64_t lower, upper; /* bounds of the mines on the whole board */
    double density, odds; /* of a mine, if the total is unknown; 1/2 and 1 if they are, too */
    const double *weights; /* of uncertain clues, or NULL; they live as long as `near` */

    int32_t *notes;       /* where to write what is said of marginals; may be NULL */

    bool is_loaded;
    int64_t undecided, mines; /* mines: known or proved */
    int64_t tied;             /* undecided cells in components */
    ls_array codes, cells;             /* uint8_t, ls_code; ls_cell; [size + 1] */
    bool is_uncertain;
    /* int32_t: where the weight of an uncertain clue's lowest number is, -1 for all other cells;
     * empty if no clue is uncertain. */
    ls_array weights_at;
    ls_array components;               /* ls_component */
    int32_t components_made;
    ls_array queue;                    /* int32_t: clues that force cells */
    int64_t queued;

    ls_array saved, stamp; /* ls_saved; int32_t a cell: the change in which it was saved last */
    ls_array dissolved;    /* int32_t: components that were there before a change that is tried */
    int64_t saved_made;
    int32_t epoch, dissolved_made;
    int32_t trials_made;   /* changes that are tried, one on top of the other: cells are saved then */
    struct {               /* what was there before each; components from `first_new` on are its own */
        int64_t saved, undecided, mines, tied;
        int32_t dissolved, first_new;
        ls_said said;
    } trials[2];

    ls_trellis trellis;
    ls_exact exact;
    ls_array active, local, parents, buckets, box_cells, next_cell, boxes, scopes, homes;
    ls_array alive;                /* int32_t: the components that there are, for the join */
    int32_t alive_count;
    ls_array numbers, sets, nodes, levels; /* of the join: double, uint64_t, ls_node, int64_t */
    ls_array allowed, marginals;           /* uint8_t, double */
    ls_array listed, listed_counts;        /* int32_t, int64_t: the components, to be read */
    ls_array integers, integer_limbs; /* of integers.c: ls_integers, uint64_t */
    ls_array sums, groups;          /* of fractions.c: uint64_t, int32_t */
    ls_array supposed;              /* of outlooks.c and fifties.c: double */
    ls_array models, model_room;   /* of models.c and draws.c: bytes */
    ls_array set_room, set_table, set_lists; /* of the endgame: bytes, known_set, int32_t */
    int64_t sets_room;
    ls_array mask_room, mask_table;          /* bytes, known_mask */
    int64_t masks_room;
    uint32_t masks_turn;                     /* which search the masks of the table are from */
    ls_array parts, part_cells, part_kinds; /* of parting.c: ls_part_found, int32_t, uint8_t */
    /* Of hidden.c: int32_t, bytes, int32_t, bytes. */
    ls_array hidden_cells, hidden_ahead, hidden_allowed, hidden_order, hidden_rows[2];
    ls_array hidden_near, hidden_values;
    ls_array won, tried;                     /* of winning.c: int64_t; ls_tried */
    ls_array reach_cells, reach_due, reach_marginals; /* of reach.c: ls_seen, int32_t; of play.c, too: double */
    ls_array deal_room, deal_marks;       /* of deal.c and play.c: int32_t, bytes */
    ls_array places;                      /* int32_t, all 0 */
    ls_array singles_room;                /* of singles.c */
    ls_array excerpt_numbers, excerpt_near, excerpt_states; /* int32_t, int32_t, int8_t */
    ls_array mus_states, mus_numbers;     /* of mus.c: int8_t; int32_t */
    ls_array marks;                       /* int32_t, all 0 */
    ls_array total_numbers, total_parts;  /* of mus_total.c: int32_t; ls_part_of_clues */
    ls_array total_sets, total_below;     /* uint64_t */
    ls_array pair_numbers, pair_bytes;    /* of pair.c: int32_t; uint8_t */
    ls_array player_cells, player_numbers, player_verdicts; /* of positions.c: ls_met, int32_t, int8_t */
    ls_array easy_cells, easy_states, easy_order; /* of easy.c: ls_needs, int8_t, int32_t */
    double binomials[LS_DEGREE + 1][LS_DEGREE + 1];
    double interior;       /* marginal of the cells in no component */
    int32_t interior_verdict; /* 0 safe, 1 mines, 2 neither */
    ls_said said;
    bool is_joined;        /* whether `alive` and the like are those of the board at hand */
    bool is_slack;         /* after `ls_support`: whether the mine count allows all their counts */

    /* Nothing is to be counted: only what is possible, with models that show it if these are wanted. */
    bool certifies, shows;
    bool only_mass;        /* nothing is asked of single cells: boxes are not counted */
    bool is_brief;         /* LS_WIDE at the first sight of large tables */
    int32_t clash;         /* after LS_CLASH of `ls_begin`: a clue near it, or -1 */
    ls_array first_codes;  /* uint8_t, ls_code: what single clues decided, before any tables */
    ls_array shown, shown_mines; /* ls_shown; uint8_t: the models, component by component */
    int64_t shown_made, shown_bytes;
    ls_array shown_sets, shown_support;              /* uint64_t */
    ls_array shown_scores, shown_room;               /* int32_t, uint8_t */
    ls_array check_numbers, check_base, check_fewest; /* int32_t */
    ls_array check_bytes, check_sets;                 /* uint8_t, uint64_t */
    ls_array claims;       /* int8_t: verdicts of another round */
    ls_array refutation;   /* int32_t */
    ls_array probe_room;   /* bytes */
    ls_array twos_room;    /* of twos.c: int32_t */
};

static inline ls_cell *ls_cells(const ls_context *context) { return context->cells.items; }
static inline uint8_t *ls_codes(const ls_context *context) { return context->codes.items; }
static inline int32_t ls_weights_at(const ls_context *context, int32_t number) {
    return context->is_uncertain ? ((const int32_t *)context->weights_at.items)[number] : -1;
}
static inline ls_component *ls_components(const ls_context *context) {
    return context->components.items;
}
/* The component at a place of `alive`. */
static inline ls_component *ls_component_at(const ls_context *context, int32_t place) {
    return ls_components(context) + ((const int32_t *)context->alive.items)[place];
}

/* Read a board: what its clues still need, and which of them force cells; those that have cells left
 * go into `active`, and their number into `clues`.
 * `uncertain` has three numbers for each uncertain clue, in the order of the cells: the fewest mines,
 * the most, and where their weights begin (-1: all weigh 1). */
ls_status ls_read(ls_context *context, const int8_t *states, const int32_t *uncertain,
                  int64_t *clues);
/* Decide what single clues force. */
ls_status ls_propagate(ls_context *context);
ls_status ls_decide(ls_context *context, int32_t number, bool mine);
/* Note what a cell is before it changes, where changes may be taken back. */
ls_status ls_save(ls_context *context, int32_t number);
/* Enter what a covered cell turned out to be: a clue, or a known mine (value -3). */
ls_status ls_enter(ls_context *context, int32_t number, int32_t value);

/* To sort numbers, int32_t. */
int ls_by_number(const void *one, const void *other);
/* Make components of the first `clues` of `active`, uncounted. No other clue touches their cells. */
ls_status ls_assemble(ls_context *context, int64_t clues);
/* The same, and count them. */
ls_status ls_part(ls_context *context, int64_t clues);
/* Give up a component, so that its clues are looked at again; they are added to `active`. */
ls_status ls_dissolve(ls_context *context, int32_t component, int64_t *clues);
void ls_drop_component(ls_context *context, ls_component *component);
/* Decide what two clues of a component force together; how many cells there were. */
ls_status ls_decide_by_twos(ls_context *context, int32_t id, int32_t *decided);
/* Start over without components. */
void ls_clear(ls_context *context);

/* ---- interior.c, tree.c, join.c, marginals.c: components and interior under the mine count ---- */

/* into |= from << by, sets of `words` words; or >> when `by` is negative. They are two sets. */
void ls_shift_into(uint64_t *into, const uint64_t *from, int64_t by, int64_t words);
/* Which numbers of mines are allowed in every component, and what follows for the interior. */
ls_status ls_support(ls_context *context);
/* The same, the message to every component, and the marginal of the interior. */
ls_status ls_join(ls_context *context);
/* After `ls_join`: the marginals of all cells, nan where none is covered. */
ls_status ls_marginals_of(ls_context *context, double *marginals);
/* ---- witness.c, check.c: what shows that verdicts are right ---- */

/* A model of a component: its first mines[b] cells of box b hold mines, `total` in all; `mines` begin
 * at `mines_at` in `shown_mines`. */
typedef struct {
    int32_t component, total;
    int64_t mines_at;
} ls_shown;

/* The numbers of mines of all models, as bits, from the fewest on. They live until the next call. */
ls_status ls_mine_numbers(ls_context *context, const ls_trellis *trellis, const uint64_t **reached);
/* Which boxes are all safe (0), all mines (1) or neither (2) with an allowed number of mines. */
ls_status ls_possible(ls_context *context, const ls_trellis *trellis, const ls_problem *problem,
                      const uint8_t *allowed, uint8_t *decided);
/* Add few models of a component that show every box with a mine and with a safe cell, as far as any
 * model does; `trellis` is NULL for a single clue, which alone needs `counts`. With `allowed` they have
 * an allowed number of mines, and each of these numbers is there. */
ls_status ls_show(ls_context *context, int32_t id, const ls_problem *problem,
                  const ls_trellis *trellis, const ls_counts *counts, const uint8_t *allowed);
/* Begin anew, with the allowed numbers of mines of all components. */
ls_status ls_show_allowed(ls_context *context);
#define LS_UNDECIDED (-1)
#define LS_NOT_COVERED (-2)
#define LS_ALL_PROVED (-1)
#define LS_NO_CELL (-2)

/* How verdicts are proved: how many cells are decided, but not by single clues; and a cell that is
 * neither decided nor shown both ways (or both), LS_NO_CELL if a model does not agree with the board,
 * else LS_ALL_PROVED. */
typedef struct {
    int64_t to_refute;
    int32_t unproved;
} ls_proved;

/* After `ls_show`: add up its models, and see whether they show what is claimed of every cell: 1 for a
 * mine, 0 for a safe cell, LS_UNDECIDED, LS_NOT_COVERED. */
ls_status ls_check(ls_context *context, const int8_t *states, const int32_t *uncertain,
                   const int8_t *verdicts, ls_proved *proved);
/* After `ls_show_allowed`: a layout that agrees with the board, by cell 1 for a mine; it lives until the
 * next call. LS_CLASH if the models at hand make none. */
ls_status ls_lay(ls_context *context, const int8_t *states, const uint8_t **layout);

/* Sets of places, joined (Tarjan's union-find): the earliest place of a set is its root. */
static inline int32_t ls_root_of(int32_t *parents, int32_t place) {
    while (parents[place] != place) {
        place = parents[place] = parents[parents[place]];
    }
    return place;
}

static inline void ls_unite(int32_t *parents, int32_t one, int32_t other) {
    one = ls_root_of(parents, one);
    other = ls_root_of(parents, other);
    parents[one < other ? other : one] = one < other ? one : other;
}

#endif

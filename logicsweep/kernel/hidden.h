/* What the files of parts and of their layouts share. See hidden.c. */
#ifndef LOGICSWEEP_HIDDEN_H
#define LOGICSWEEP_HIDDEN_H

#include "door.h"

/* The parts of the board at hand, in the order of their first cells, into `parts`. `numbers` has, for
 * each cell of the board, a place for a cell of the parts, part by part; then the place that each has. */
typedef struct {
    int32_t parts, cells;
    ls_part_found *part;
    int32_t *numbers;  /* by place */
    int32_t *place_of; /* by cell; -1 for cells of no part */
} ls_parts;

ls_status ls_find_parts(ls_context *context, ls_parts *found);
/* How many layouts a part has that is even; LS_WIDE if more than `most`. */
ls_status ls_count_part(ls_context *context, const ls_parts *parts, int32_t part, int32_t most,
                        int64_t *layouts);
/* All layouts of a part that is even; LS_WIDE if there are more than `most`. */
ls_status ls_hide(ls_context *context, const ls_parts *parts, int32_t part, int32_t most,
                  ls_hidden *hidden);

#endif

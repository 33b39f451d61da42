/* Room for the backward values of one table, whatever they are: doubles, bits or whole numbers. */
#include "values.h"

#include <string.h>

ls_status ls_ahead_room(ls_context *context, ls_tables *tables, int32_t turn, int32_t side,
                        bool by_future, size_t item) {
    const ls_step *steps = tables->steps.items;
    const ls_row *rows = tables->rows.items;
    const ls_step *last = steps + tables->steps_made - 1;
    const bool is_end = turn == tables->steps_made;
    const int64_t first = is_end ? last->first_row + last->rows : steps[turn].first_row;
    const int64_t count = is_end ? tables->rows_made - first : steps[turn].rows;
    if (!ls_room(&context->memory, &tables->ahead_at[side], count + 1, sizeof(int64_t))) {
        return LS_MEMORY;
    }
    int64_t *at = tables->ahead_at[side].items;
    int64_t made = 0;
    for (int64_t row = 0; row < count; row++) {
        const ls_row *entry = rows + first + row;
        at[row] = made;
        if (entry->most >= 0) {
            made += by_future ? entry->most - entry->least + 1 : length_of(entry);
        }
    }
    at[count] = made;
    if (made > context->most_numbers) {
        return LS_WIDE;
    }
    if (!ls_room(&context->memory, &tables->ahead[side], made, item)) {
        return LS_MEMORY;
    }
    memset(tables->ahead[side].items, 0, (size_t)made * item);
    return LS_OK;
}

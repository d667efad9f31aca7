/** Makes all lists alike: the same query parameters, checked the same way, and one envelope for their pages. */
import { z } from 'zod';
import { fieldsOf } from '@/domain/fields';
import { isTimestamp } from '@/domain/timestamp';
import { PAGE_LIMIT_MAX } from './choices';
import { Text, Timestamp, type RefinementParams } from './primitives';

export const PAGE_LIMIT_DEFAULT = 50;

export const Pagination = z
  .strictObject({
    has_more: z.boolean().describe('Whether another page follows.'),
    next_cursor: z.string().nullable().describe('Cursor of the next page: send it as `cursor`. Null on the last page.'),
  })
  .meta({ id: 'Pagination' });
export type Pagination = z.infer<typeof Pagination>;

/** The envelope of one page of `item`s. */
export const pageOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ data: z.array(item), pagination: Pagination });

const paging = {
  limit: z.int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT).describe('Maximum number of rows on a page.'),
  cursor: z.string().optional().describe('`next_cursor` of the previous page, with the same route and filters.'),
};

/** `from` and `to` on creation time. */
export const createdWindow = {
  from: Timestamp.optional().describe('Only rows created at or after this time.'),
  to: Timestamp.optional().describe('Only rows created before this time; needs `from`.'),
};

/** `sort_by` over `columns` and `sort_dir`. The first column is the default. */
export const sortedBy = <const Columns extends readonly [string, ...string[]]>(columns: Columns, direction: 'asc' | 'desc' = 'desc') => ({
  // The first of a list that has one, as its type says.
  sort_by: z.enum(columns).default(columns[0] as z.core.util.NoUndefined<Columns[number]>),
  sort_dir: z.enum(['asc', 'desc']).default(direction),
});

/** Case-insensitive partial match. */
export const searchText = { search: Text.min(1).max(255).optional().describe('Text to search for, as a case-insensitive partial match.') };

export const archivedToo = {
  include_archived: z
    .boolean()
    .default(false)
    .describe('Whether to include archived rows. They are left out unless this is true or `status` asks for them.'),
};

const WINDOWS = [
  ['from', 'to'],
  ['event_from', 'event_to'],
] as const;

/**
 * The query of a list: `limit` and `cursor`, plus what `shape` declares. If that includes a time window,
 * its end requires its start, and the start must be earlier.
 */
export const listQuery = <Shape extends z.ZodRawShape>(shape: Shape) => filterQuery({ ...paging, ...shape });

/** The query of a list that is returned whole, without pages. */
export const filterQuery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape).superRefine(checkWindows, { when: () => true });

function checkWindows(query: unknown, context: z.core.$RefinementCtx): void {
  const fields = fieldsOf(query);
  for (const [start, end] of WINDOWS) {
    const { [start]: from, [end]: to } = fields;
    if (typeof to !== 'string') continue;
    if (from === undefined) addIssue(context, start, `\`${start}\` is required when \`${end}\` is given.`, { reason: 'required' });
    else if (typeof from === 'string' && isTimestamp(from) && isTimestamp(to) && Date.parse(from) >= Date.parse(to)) {
      addIssue(context, start, `\`${start}\` must be earlier than \`${end}\`.`, {
        reason: 'out_of_range',
        expected: `earlier than ${end}`,
      });
    }
  }
}

function addIssue(context: z.core.$RefinementCtx, field: string, message: string, params: RefinementParams): void {
  context.addIssue({ code: 'custom', path: [field], message, params });
}

/** Finds the one row that has a unique key through the index of that key, whatever else the planner expects of the table. */

/**
 * The last part of a WHERE clause that names all columns of a unique key: the row whose `column`, the last of them, equals `value`.
 * As a range that is read in order it is served by that index alone. As an equality any index seems as good that begins like it, if
 * the plan is made while the table is small; all rows of the organization would then be read for each lookup once it has grown.
 */
export const whereLastOfKey = (column: string, value: string): string =>
  `${column} >= ${value} AND ${column} <= ${value} ORDER BY ${column} LIMIT 1`;

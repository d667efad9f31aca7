/**
 * Names the organization of a statement, its first value, without showing the planner which one it is. Statistics know only
 * organizations with many rows: another one counts as empty, and all of its rows would be read to find the few that are asked
 * for. Unseen, it counts as large as any.
 */
export const ANY_ORGANIZATION = '(SELECT $1::uuid)';

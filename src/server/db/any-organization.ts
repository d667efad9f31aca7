/**
 * Refers to a statement's organization, its `$1`, while hiding the value from the planner. Statistics know only organizations with
 * many rows: any other is estimated as empty, and all of its rows would be read to find the few that are wanted. Hidden, it is
 * estimated like any other.
 */
export const ANY_ORGANIZATION = '(SELECT $1::uuid)';

/**
 * Refers to a statement's organization, its `$1`, while hiding the value from the planner. Statistics know only organizations with
 * many rows: any other is estimated as empty, and all of its rows would be read to find the few that are wanted. Hidden, it is
 * estimated like any other. A database that is spread must see it, to know the node.
 */
export const ANY_ORGANIZATION = '(SELECT $1::uuid)';

/** The statement as a database that is spread over nodes takes it. */
export const withOrganization = (text: string): string => text.replaceAll(ANY_ORGANIZATION, '$1::uuid');

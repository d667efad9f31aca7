/**
 * Refers to a statement's organization, its `$1`, while hiding the value from the planner. Statistics know only organizations with
 * many rows: any other is estimated as empty, and all of its rows would be read to find the few that are wanted. Hidden, it is
 * estimated like any other. A database that is spread must see it, to know the node.
 */
export const ANY_ORGANIZATION = '(SELECT $1::uuid)';

/**
 * The statement as a database that is spread over nodes takes it: where one organization is named, it is for each table. It is known that rows
 * that are joined are of one organization, but not found out for those of a subquery.
 */
export function withOrganization(text: string): string {
  const plain = text.replaceAll(ANY_ORGANIZATION, '$1::uuid');
  const [, named] = NAMED.exec(plain) ?? [];
  if (named === undefined) return plain;
  return plain
    .replace(JOINED, (_, table: string) => `${table}.organization_id = ${named}`)
    .replace(JOINED_ROW, `= (${named.replace('$', '$$$$')},`);
}

const NAMED = /\borganization_id = (\$\d+(?:::uuid)?)/;
const JOINED = /\b(\w+)\.organization_id = \w+\.organization_id\b/g;
const JOINED_ROW = /= \(\w+\.organization_id,/g;

/** Names the organization of a statement for each of its tables, as a database needs it that is spread over nodes. */

/**
 * The statement as a database that is spread over nodes takes it: where one organization is named, it is for each table. It is known that rows
 * that are joined are of one organization, but not found out for those of a subquery.
 */
export function withOrganization(text: string): string {
  const [, named] = NAMED.exec(text) ?? [];
  if (named === undefined) return text;
  return text
    .replace(JOINED, (_, table: string) => `${table}.organization_id = ${named}`)
    .replace(JOINED_ROW, `= (${named.replace('$', '$$$$')},`);
}

const NAMED = /\borganization_id = (\$\d+(?:::uuid)?)/;
const JOINED = /\b(\w+)\.organization_id = \w+\.organization_id\b/g;
const JOINED_ROW = /= \(\w+\.organization_id,/g;

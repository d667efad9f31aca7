/**
 * Writes and runs statements as a database takes them whose tables are spread over nodes by organization: one organization is named for each table, and
 * what looks across organizations for what is due runs on each group of shards as if that were all there is, so that it skips along indexes there, too.
 * What is found is then worked off one organization after another.
 */
import { escapeLiteral } from 'pg';
import { pool } from './client';
import { asText } from './parameters';

/** Part of a statement whose rows are those of all nodes together. */
export const OF_ALL = '/* of all organizations */';
/** Part of a statement with one row, whose columns are the least of all nodes. */
export const LEAST_OF_ALL = '/* least of all organizations */';

export const isOfAll = (text: string): boolean => text.includes(OF_ALL) || text.includes(LEAST_OF_ALL);

interface Answer {
  readonly success: boolean;
  readonly result: string;
}

export async function ofAllOrganizations<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  const query = text.replace(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1]));
  const { rows: answers } = await pool().query<Answer>('SELECT success, result FROM run_command_on_workers($1)', [
    `SELECT in_each_shard_group(${escapeLiteral(query)})`,
  ]);
  const failed = answers.filter(({ success }) => !success);
  // What is due for organizations on other nodes does not wait for one that is down.
  const worst = failed.find(({ result }) => !IS_DOWN.test(result)) ?? (failed.length === answers.length ? failed[0] : undefined);
  if (worst) throw new Error(`a node failed: ${worst.result}`);
  // Each node answers with rows of the statement, as JSON.
  const rows = answers.filter(({ success }) => success).flatMap(({ result }) => (JSON.parse(result, revive) as Row[][]).flat());
  return text.includes(LEAST_OF_ALL) ? [rows.reduce(leastOf)] : rows;
}

const IS_DOWN = /^failed to connect to /;

const literal = (value: unknown): string => (value === null || value === undefined ? 'NULL' : escapeLiteral(asText(value)));

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/;
const revive = (_: string, value: unknown): unknown => (typeof value === 'string' && INSTANT.test(value) ? new Date(value) : value);

function leastOf<Row>(one: Row, other: Row): Row {
  // A statement of the least has columns of times only.
  const columns = Object.entries(one as Readonly<Record<string, Date | null>>).map(([name, value]) => {
    // Of the same statement.
    const second = (other as Readonly<Record<string, Date | null>>)[name] ?? null;
    return [name, value === null || (second !== null && second < value) ? second : value];
  });
  return Object.fromEntries(columns) as Row; // the same columns again
}

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

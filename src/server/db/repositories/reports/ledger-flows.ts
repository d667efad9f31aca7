/**
 * Sums what entries did to participants and groups: from the totals of whole days and hours, from the entries that await their seal,
 * and at the edges of a window from the entries themselves. One statement reads all sources, so that each entry is in exactly one.
 */
import type { EntryType } from '@/domain/ledger/entry';
import type { Bind } from '@/server/db/keyset';
import { statement } from '@/server/db/transaction';
import { countedStretch, splitHours, splitWindow, type CountedHours, type Instants, type OpenWindow } from './day-windows';

/** @param programId null: all programs. @param assetId null: all assets. */
export interface FlowScope {
  readonly organizationId: string;
  readonly programId: string | null;
  readonly assetId: string | null;
}

/** A window, with the name that its rows carry. */
export interface NamedWindow<Name extends string> extends OpenWindow {
  readonly name: Name;
  /** Divides a window that has a start into separate spans: whole days, or hours of one that is read by hours. */
  readonly spanMs?: number;
  /** Skips daily totals: for spans shorter than a day. */
  readonly hourly?: boolean;
}

export interface FlowRow<Name extends string> {
  program_id: string;
  asset_id: string;
  scale: number;
  part: Name;
  /** The span within the window, from 0; 0 where it is not divided. */
  span: number;
  type: EntryType;
  /** From entries that increased holders' balances; positive or zero. */
  more: string;
  /** From entries that decreased them; negative or zero. */
  less: string;
}

/** What entries did, as `moved (program_id, asset_id, part, span, type, more, less)`: rows to add up. Assets without movements have none. */
interface MovedRows {
  readonly from: string;
  readonly values: unknown[];
}

/** @param hours the counted hours; null: none. */
export function movedRows(scope: FlowScope, windows: readonly NamedWindow<string>[], hours: CountedHours | null): MovedRows {
  const { values, bind } = bound(scope);
  const sources = windows.flatMap((window) => {
    const part = `${bind(window.name)}::text`;
    const spanOf = spans(window, bind);
    return sourcesOf(window, hours, bind, {
      of: 'ledger',
      totals: (at) => `t.program_id, t.asset_id, ${part}, ${spanOf(at)}, t.type, t.more, t.less`,
      entries: `e.program_id, c.asset_id, ${part}, ${spanOf('e.created_at')}, e.type, greatest(c.net, 0), least(c.net, 0)`,
    });
  });
  return { from: `(${sources.join(' UNION ALL ')}) AS moved (program_id, asset_id, part, span, type, more, less)`, values };
}

/** Rows by asset symbol; assets without movements are left out. @param hours the counted hours; null: none. */
export function sumFlows<Name extends string>(
  scope: FlowScope,
  windows: readonly NamedWindow<Name>[],
  hours: CountedHours | null,
): Promise<FlowRow<Name>[]> {
  const { from, values } = movedRows(scope, windows, hours);
  return statement<FlowRow<Name>>(
    `SELECT c.program_id, c.asset_id, a.scale, c.part, c.span, c.type, c.more::text AS more, c.less::text AS less
     FROM (SELECT program_id, asset_id, part, span, type, sum(more) AS more, sum(less) AS less
           FROM ${from} GROUP BY program_id, asset_id, part, span, type) AS c
     JOIN assets a ON a.organization_id = $1 AND a.id = c.asset_id
     ORDER BY a.symbol, c.asset_id, c.program_id, c.part, c.span`,
    values,
  );
}

interface RuleCostRow {
  rule_id: string;
  rule_name: string;
  program_id: string;
  asset_id: string;
  scale: number;
  credited: string;
  /** What all rules together credited in this asset. */
  of_all: string;
}

/** The types of entries by which a rule credits. */
export const CREDITING = `('CREDIT', 'SETTLE')`;

/** The rules that credited most of each asset. @param hours the counted hours; null: none. @param limit per asset. */
export function sumRuleCosts(
  scope: FlowScope,
  window: OpenWindow & { readonly hourly?: boolean },
  hours: CountedHours | null,
  limit: number,
): Promise<RuleCostRow[]> {
  const { values, bind } = bound(scope);
  const sources = sourcesOf(window, hours, bind, BY_RULE);
  return statement<RuleCostRow>(
    `SELECT r.id AS rule_id, r.name AS rule_name, r.program_id, c.asset_id, a.scale, c.credited::text AS credited, c.of_all::text AS of_all
     FROM (SELECT rule_id, asset_id, sum(net) AS credited, sum(sum(net)) OVER (PARTITION BY asset_id) AS of_all,
                  row_number() OVER (PARTITION BY asset_id ORDER BY sum(net) DESC, rule_id) AS place
           FROM (${sources.join(' UNION ALL ')}) AS moved (rule_id, asset_id, type, net) WHERE type IN ${CREDITING} GROUP BY rule_id, asset_id) AS c
     JOIN rules r ON r.organization_id = $1 AND r.id = c.rule_id JOIN assets a ON a.organization_id = $1 AND a.id = c.asset_id
     WHERE c.place <= ${bind(limit)} AND c.credited > 0
     ORDER BY a.symbol, c.place`,
    values,
  );
}

/** The values of a statement, starting with those of the scope. */
export function bound({ organizationId, programId, assetId }: FlowScope): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [organizationId, programId, assetId];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** The columns that a source yields: `t` is a row of totals, `e` an entry and `c` a row of what it changed. */
interface Columns {
  /** Which daily and hourly totals are read. */
  readonly of: 'ledger' | 'rule' | 'account';
  /** @param at the start of the day or hour. */
  readonly totals: (at: string) => string;
  readonly entries: string;
  /** What the entry `e` changed, as rows. */
  readonly changes?: string;
  readonly which?: string;
}

/** What rules moved: rule, asset, type and net. */
export const BY_RULE: Columns = {
  of: 'rule',
  totals: () => 't.rule_id, t.asset_id, t.type, t.net',
  entries: 'e.rule_id, c.asset_id, e.type, c.net',
  which: 'c.net <> 0 AND e.rule_id IS NOT NULL',
};

/** For participants and groups, one row per asset. */
const HOLDER_CHANGES = 'holder_changes(e)';

/** The sources to add up, none of which overlaps another. */
export function sourcesOf(
  window: OpenWindow & { readonly hourly?: boolean },
  counted: CountedHours | null,
  bind: Bind,
  { of, totals, entries, changes = HOLDER_CHANGES, which = 'c.net <> 0' }: Columns,
) {
  const split = window.hourly ? splitHours(window, counted) : splitWindow(window, undefined, counted);
  const from = (rows: string, { from: first, to: last }: Instants) =>
    `SELECT ${entries} FROM ${rows} CROSS JOIN LATERAL ${changes} c WHERE e.organization_id = $1 AND ${narrowed('e', 'c')}
       AND e.id >= first_id_at(${bind(first)}::timestamptz) AND e.id < first_id_at(${bind(last)}::timestamptz) AND ${which}`;
  const total = (table: string, at: string, condition: string) =>
    `SELECT ${totals(at)} FROM ${table} t WHERE t.organization_id = $1 AND ${narrowed('t', 't')} AND ${condition}`;
  const dateOf = (instant: string) => `(${bind(instant)}::timestamptz AT TIME ZONE 'UTC')::date`;
  const read = split.edges.map((edge) => from('journal_entries e', edge));
  for (const hours of split.hours) {
    read.push(total(`${of}_hours`, 't.hour', `t.hour >= ${bind(hours.from)}::timestamptz AND t.hour < ${bind(hours.to)}::timestamptz`));
  }
  const { days } = split;
  if (days.from !== days.to) {
    read.push(total(`${of}_days`, `t.day::timestamp AT TIME ZONE 'UTC'`, `t.day >= ${dateOf(days.from)} AND t.day < ${dateOf(days.to)}`));
  }
  const stretch = countedStretch(split);
  if (stretch.from === stretch.to) return read;
  return [...read, from('waiting_entries($1) q JOIN journal_entries e ON e.organization_id = $1 AND e.id = q.entry_id', stretch)];
}

/** Restricts rows to the scope. @param program the alias of rows with a program. @param asset the alias of rows with an asset. */
export const narrowed = (program: string, asset: string): string =>
  `($2::uuid IS NULL OR ${program}.program_id = $2) AND ($3::uuid IS NULL OR ${asset}.asset_id = $3)`;

function spans({ from, spanMs }: NamedWindow<string>, bind: Bind): (at: string) => string {
  if (spanMs === undefined || from === null) return () => '0';
  const begin = bind(from);
  const length = bind(spanMs);
  return (at) => `floor(extract(epoch FROM ${at} - ${begin}::timestamptz) * 1000 / ${length}::bigint)::int`;
}

/** Sorts calendar items into the rows of the windows: one for each thing, in groups. */
import { GROUPS, groupOf, thingOf, type CalendarGroup } from './kinds';
import type { ShownItem } from './shown-item';

export interface WindowRow {
  readonly key: string;
  readonly title: string;
  readonly items: readonly [ShownItem, ...ShownItem[]];
}

/** Closed books and moves of the clock have a row together, everything else a row of its own. */
const rowKey = ({ kind, source }: ShownItem): string => (kind === 'LEDGER_PERIOD' || kind === 'CLOCK_MOVE' ? kind : thingOf(source));

function titleOf({ kind, name }: ShownItem): string {
  if (kind === 'LEDGER_PERIOD') return 'Closed books';
  if (kind === 'CLOCK_MOVE') return 'Clock moves';
  if (kind === 'EXPIRY') return `${name} expire`;
  return kind === 'MATURITY' ? `${name} mature` : name;
}

export function rowsOf(items: readonly ShownItem[]): { readonly group: CalendarGroup; readonly rows: readonly WindowRow[] }[] {
  const found = new Map<string, [ShownItem, ...ShownItem[]]>();
  for (const item of items) {
    const same = found.get(rowKey(item));
    if (same) same.push(item);
    else found.set(rowKey(item), [item]);
  }
  const rows = [...found].map(([key, same]): WindowRow => ({ key, title: titleOf(same[0]), items: same }));
  return GROUPS.map((group) => ({ group, rows: rows.filter((row) => groupOf(row.items[0]) === group) })).filter(
    (each) => each.rows.length > 0,
  );
}

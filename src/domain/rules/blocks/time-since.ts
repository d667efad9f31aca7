/** Reads and writes the line "within so many days of a moment", such as `now - participant.enrolled_at < duration("720h")`. */
import type { BlockTerm, LineBlock, Operator } from './block';

/** A line that asks how long ago something was, in whole days of 24 hours. */
export interface TimeSince {
  /** The moment that is counted from. */
  readonly of: BlockTerm;
  readonly days: number;
}

const HOURS = /^(\d{1,7})h$/;
const HOURS_OF_DAY = 24;
/** More than anybody counts, and far below what a duration can be. */
export const MOST_DAYS = 36_500;
const ASKED: ReadonlySet<Operator> = new Set(['under', 'at_least']);

/** @returns null for a line that says anything else. */
export function timeSinceOf({ field, operator, values: [value] }: LineBlock): TimeSince | null {
  if (!ASKED.has(operator) || field.kind !== 'arithmetic' || field.operator !== '-') return null;
  const { left, right: of } = field;
  if (left.kind !== 'field' || left.root !== 'now' || left.steps.length > 0) return null;
  const days = daysOf(value);
  return days === null ? null : { of, days };
}

function daysOf(value: BlockTerm | undefined): number | null {
  if (value?.kind !== 'call' || value.name !== 'duration' || value.on !== null || value.args.length !== 1) return null;
  const [length] = value.args;
  const hours = length?.kind === 'text' ? HOURS.exec(length.value)?.[1] : undefined;
  const days = Number(hours) / HOURS_OF_DAY;
  return Number.isInteger(days) && days > 0 && days <= MOST_DAYS ? days : null;
}

/** @param operator `under` for less than so many days ago, `at_least` for as many or more. */
export const timeSinceLine = ({ of, days }: TimeSince, operator: 'under' | 'at_least' = 'under'): LineBlock => ({
  kind: 'line',
  guards: [],
  field: { kind: 'arithmetic', operator: '-', left: { kind: 'field', root: 'now', steps: [] }, right: of },
  operator,
  values: [{ kind: 'call', name: 'duration', on: null, args: [{ kind: 'text', value: `${days * HOURS_OF_DAY}h` }] }],
});

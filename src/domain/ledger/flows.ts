/**
 * Classifies journal entries by how they change what is owed to participants and groups. Every entry
 * type is classified, so that the opening, flows and closing of a period leave no residual.
 */
import { withFields } from '@/domain/fields';
import { ZERO, type Amount } from '@/domain/money';
import type { EntryType } from './entry';

/** Flows that add to what is owed come first; the others reduce it. */
export const FLOWS = ['issued', 'reversed', 'redeemed', 'expired', 'forfeited', 'debited', 'voided'] as const;
export type Flow = (typeof FLOWS)[number];

const ADDING: ReadonlySet<Flow> = new Set(['issued', 'reversed']);

interface Headings {
  /** For entries that leave holders with more. */
  readonly more?: Flow;
  /** For entries that leave holders with less. */
  readonly less?: Flow;
}

/** Types with neither heading move value only among holders or among system accounts. */
const HEADINGS: Readonly<Record<EntryType, Headings>> = {
  CREDIT: { more: 'issued' },
  // A settlement gives more than was held, or returns the rest of it.
  SETTLE: { more: 'issued', less: 'voided' },
  // Credits what should have been given, or debits what should not have been.
  CORRECTION: { more: 'issued', less: 'debited' },
  REVERSE: { more: 'reversed' },
  DEBIT: { less: 'debited' },
  TAKE_BACK: { less: 'debited' },
  REDEEM: { less: 'redeemed' },
  CAPTURE: { less: 'redeemed' },
  EXPIRE: { less: 'expired' },
  FORFEIT: { less: 'forfeited' },
  VOID: { less: 'voided' },
  HOLD: {},
  RELEASE: {},
  MATURE: {},
  TRANSFER: {},
  FUND: {},
  BURN: {},
};

/** What the entries of one type did to the holders of one asset; `more` is positive or zero, `less` negative or zero. */
export interface NetChange {
  readonly type: EntryType;
  readonly more: Amount;
  readonly less: Amount;
}

/** Positive or zero under every heading. */
export type FlowAmounts = Readonly<Record<Flow, Amount>>;

export function flowsOf(changes: readonly NetChange[]): FlowAmounts {
  const flows = withFields(FLOWS, () => ZERO);
  for (const { type, more, less } of changes) {
    const headings = HEADINGS[type];
    if (headings.more) flows[headings.more] = flows[headings.more].plus(more);
    if (headings.less) flows[headings.less] = flows[headings.less].minus(less);
  }
  return flows;
}

/** What is owed after the flows, given what was owed before them. */
export const closingAfter = (opening: Amount, flows: FlowAmounts): Amount =>
  FLOWS.reduce((owed, flow) => (ADDING.has(flow) ? owed.plus(flows[flow]) : owed.minus(flows[flow])), opening);

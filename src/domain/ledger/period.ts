/**
 * Decides which accounting period may be closed, and draws up the figures it is closed with, which follow
 * from those of the period before and from this period's journal alone.
 */
import { invariant, present } from '@/domain/assert';
import { PERIOD_END_AGE_MS } from '@/domain/choices';
import { DomainError } from '@/domain/errors';
import { formatDecimal, sumAmounts, ZERO, type Amount } from '@/domain/money';
import type { AccountType } from './accounts';
import { closingAfter, FLOWS, flowsOf, type FlowAmounts, type NetChange } from './flows';
import { violation, type Violation } from './violation';

/**
 * @param closedTo where the last closed period ended; null: none is closed.
 * @throws DomainError period_closed, invalid_parameter.
 */
export function assertMayClose(to: Date, closedTo: Date | null, now: Date): void {
  if (closedTo !== null && to.getTime() <= closedTo.getTime()) {
    throw new DomainError('period_closed', `The period until ${closedTo.toISOString()} is already closed; send a later \`to\`.`, {
      param: 'to',
    });
  }
  if (to.getTime() > now.getTime() - PERIOD_END_AGE_MS) {
    throw new DomainError('invalid_parameter', 'The end of the period must be at least a minute in the past; send an earlier `to`.', {
      param: 'to',
    });
  }
}

/** The refusal of an entry dated within a closed period. */
export const periodClosed = (at: Date): DomainError =>
  new DomainError('period_closed', `The books are closed for ${at.toISOString()}; send the request again, so that it is dated after that.`);

/** One asset of one program. */
interface PeriodAsset {
  readonly programId: string;
  readonly assetId: string;
}

export interface PeriodFigures extends PeriodAsset {
  readonly opening: Amount;
  readonly flows: FlowAmounts;
  readonly closing: Amount;
}

export interface PeriodBalance extends PeriodAsset {
  readonly accountType: AccountType;
  readonly balance: Amount;
}

/** The figures and balances that a period is closed with. */
export interface PeriodBooks {
  readonly figures: readonly PeriodFigures[];
  readonly balances: readonly PeriodBalance[];
  readonly entryCount: number;
}

export const EMPTY_BOOKS: PeriodBooks = { figures: [], balances: [], entryCount: 0 };

/** What the journal says of one period: how entries changed what holders have, and the net movement of each account type. */
export interface PeriodJournal {
  readonly changes: readonly (PeriodAsset & NetChange)[];
  readonly movements: readonly PeriodBalance[];
  readonly entryCount: number;
}

const placeKey = ({ programId, assetId }: PeriodAsset): string => `${programId}/${assetId}`;
const balanceKey = (balance: PeriodBalance): string => `${placeKey(balance)}/${balance.accountType}`;
const HOLDERS: ReadonlySet<AccountType> = new Set(['PARTICIPANT', 'GROUP']);

/** @param before the books of the period before; `EMPTY_BOOKS` for the first. */
export function drawUp(before: PeriodBooks, journal: PeriodJournal): PeriodBooks {
  const openings = new Map(before.figures.map((line) => [placeKey(line), line.closing]));
  const changes = Map.groupBy(journal.changes, placeKey);
  const places = new Map([...before.figures, ...journal.changes].map((line) => [placeKey(line), line]));
  const figures = [...places].map(([key, { programId, assetId }]): PeriodFigures => {
    const opening = openings.get(key) ?? ZERO;
    const flows = flowsOf(changes.get(key) ?? []);
    return { programId, assetId, opening, flows, closing: closingAfter(opening, flows) };
  });
  const balances = [...Map.groupBy([...before.balances, ...journal.movements], balanceKey).values()].map((parts) => ({
    ...present(parts[0], 'a group has the balance or movement that opened it'),
    balance: sumAmounts(parts.map(({ balance }) => balance)),
  }));
  return { figures, balances, entryCount: journal.entryCount };
}

/** Asserts that each closing figure equals the sum of the holders' balances. */
export function assertNoResidual({ figures, balances }: PeriodBooks): void {
  const held = Map.groupBy(
    balances.filter(({ accountType }) => HOLDERS.has(accountType)),
    placeKey,
  );
  for (const line of figures) {
    const owed = sumAmounts((held.get(placeKey(line)) ?? []).map(({ balance }) => balance));
    invariant(owed.equals(line.closing), `the figures of asset ${line.assetId} leave no residual`);
  }
}

/** The differences between the books a period was closed with and what the journal says now. @param name of the period, for people. */
export function bookViolations(name: string, stored: PeriodBooks, drawn: PeriodBooks): Violation[] {
  const expected = new Map(factsOf(drawn));
  const actual = new Map(factsOf(stored));
  return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((fact) => {
    const [should, is] = [expected.get(fact) ?? null, actual.get(fact) ?? null];
    return should === is ? [] : [violation('CLOSED_PERIOD', `${name}: ${fact} differs.`, { expected: should, actual: is })];
  });
}

function factsOf({ figures, balances, entryCount }: PeriodBooks): [string, string][] {
  const place = ({ programId, assetId }: PeriodAsset): string => `of asset ${assetId} in program ${programId}`;
  return [
    ['the number of entries', String(entryCount)],
    ...figures.flatMap((line): [string, string][] => [
      [`opening ${place(line)}`, formatDecimal(line.opening)],
      ...FLOWS.map((flow): [string, string] => [`${flow} ${place(line)}`, formatDecimal(line.flows[flow])]),
      [`closing ${place(line)}`, formatDecimal(line.closing)],
    ]),
    ...balances.map((line): [string, string] => [`the balance of ${line.accountType} ${place(line)}`, formatDecimal(line.balance)]),
  ];
}

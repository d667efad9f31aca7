/** Builds assets, accounts and contexts for tests of decisions without a database. */
import { expect } from 'vitest';
import { EMPTY_BALANCE, type AccountState, type AssetTerms, type Balance } from '@/domain/ledger/accounts';
import { NO_TERMS, type CreditCommand } from '@/domain/ledger/credit';
import type { Decision } from '@/domain/decision';
import { consumptionOrder, type Lot } from '@/domain/ledger/lots';
import { bucketBalance, type LedgerContext } from '@/domain/ledger/command';
import { amountOf, sumAmounts, ZERO } from '@/domain/money';

/** Matches a refusal. @param more further fields to match, such as `param` or `details`. */
export const refused = (code: string, more: object = {}): unknown => expect.objectContaining({ code, ...more });

export const PROGRAM = 'program';
export const NOW = new Date('2026-03-01T12:00:00Z');
export const REFERENCE = 'order-1';
export const ADA = { type: 'PARTICIPANT', id: 'ada' } as const;

export function assetWith(terms: Partial<AssetTerms> = {}): AssetTerms {
  return {
    id: 'asset',
    symbol: 'PTS',
    scale: 2,
    inventoryMode: 'SIMPLE',
    issuancePolicy: 'UNLIMITED',
    maxTransactionAmount: null,
    status: 'ACTIVE',
    ...terms,
  };
}

export function contextOf(asset: AssetTerms): LedgerContext {
  let made = 0;
  return { organizationId: 'organization', programId: PROGRAM, asset, now: NOW, newId: () => `entry-${(made += 1)}` };
}

export function accountWith(
  balance: Partial<Record<keyof Balance, string>> = {},
  overdraftLimit = '0',
  type: AccountState['type'] = 'PARTICIPANT',
): AccountState {
  const amounts = Object.fromEntries(Object.entries(balance).map(([bucket, text]) => [bucket, amountOf(text)]));
  const id = type === 'PROGRAM_WALLET' ? PROGRAM : ADA.id;
  return {
    type,
    id,
    programId: PROGRAM,
    assetId: 'asset',
    balance: { ...EMPTY_BALANCE, ...amounts },
    overdraftLimit: amountOf(overdraftLimit),
    lots: [],
    // Everything in HELD belongs to one hold.
    holds: balance.held === undefined ? [] : [{ reference: REFERENCE, amount: amountOf(balance.held), createdAt: NOW }],
  };
}

export const walletWith = (available: string): AccountState => accountWith({ available }, '0', 'PROGRAM_WALLET');

export function command(amount: string, fields: Partial<CreditCommand> = {}): CreditCommand {
  return {
    holder: ADA,
    bucket: 'AVAILABLE',
    amount: amountOf(amount),
    description: 'Test',
    referenceId: fields.bucket === 'HELD' ? REFERENCE : null,
    cause: null,
    terms: NO_TERMS,
    ...fields,
  };
}

const DAY = 86_400_000;
/** `count` days from NOW. */
export const day = (count: number): Date => new Date(NOW.getTime() + count * DAY);

export const LOT_ASSET = assetWith({ inventoryMode: 'LOT' });

/** A full lot of `amount`, earned NOW, that never expires; in HELD it belongs to REFERENCE. */
export function lot(id: string, amount: string, fields: Partial<Lot> = {}): Lot {
  const { bucket = 'AVAILABLE' } = fields;
  return {
    id,
    amount: amountOf(amount),
    remaining: amountOf(amount),
    bucket,
    holdReference: bucket === 'HELD' ? REFERENCE : null,
    provisional: false,
    earnedAt: NOW,
    maturesAt: null,
    expiresAt: null,
    parentId: null,
    ...fields,
  };
}

/** An account of a LOT asset with buckets and holds derived from its lots; `overdraft` reduces AVAILABLE. */
export function lotAccount(lots: readonly Lot[], overdraft = '0', heldSince: Readonly<Record<string, Date>> = {}): AccountState {
  const total = (some: readonly Lot[]) => sumAmounts(some.map((each) => each.remaining));
  const inBucket = (bucket: Lot['bucket']) => lots.filter((each) => each.bucket === bucket);
  const byReference = Map.groupBy(inBucket('HELD'), (each) => each.holdReference ?? '');
  return {
    ...accountWith(),
    balance: {
      available: total(inBucket('AVAILABLE')).minus(overdraft),
      held: total(inBucket('HELD')),
      deferred: total(inBucket('DEFERRED')),
    },
    overdraftLimit: amountOf(overdraft),
    lots,
    holds: [...byReference].map(([reference, under]) => ({ reference, amount: total(under), createdAt: heldSince[reference] ?? NOW })),
  };
}

/** An account's lots in consumption order: id, bucket or hold, remaining and original amount. */
export const shown = ({ lots }: AccountState): string[] =>
  [...lots]
    .sort(consumptionOrder)
    .map((each) => `${each.id} ${each.holdReference ?? each.bucket} ${each.remaining.toFixed()}/${each.amount.toFixed()}`);

export const buckets = ({ balance }: AccountState): string =>
  `${balance.available.toFixed()}/${balance.held.toFixed()}/${balance.deferred.toFixed()}`;

/** Postings as account, bucket or hold, and amount. */
export const legs = ({ entries }: Decision): string[] =>
  entries.flatMap((entry) =>
    entry.postings.map(({ account, amount, holdReference }) =>
      `${account.type} ${[account.bucket, holdReference].filter(Boolean).join(' ')} ${amount.toFixed()}`.replace(/ +/g, ' '),
    ),
  );

/** Whether buckets match lots and holds, apart from overdraft. */
export function isWhole(account: AccountState): boolean {
  const inBucket = (bucket: Lot['bucket']) =>
    sumAmounts(account.lots.filter((each) => each.bucket === bucket).map((each) => each.remaining));
  const overdraft = inBucket('AVAILABLE').minus(account.balance.available);
  return (
    overdraft.greaterThanOrEqualTo(0) &&
    inBucket('HELD').equals(account.balance.held) &&
    inBucket('DEFERRED').equals(account.balance.deferred) &&
    sumAmounts(account.holds.map((hold) => hold.amount)).equals(bucketBalance(account, 'HELD')) &&
    account.lots.every((each) => each.remaining.greaterThan(ZERO) && each.remaining.lessThanOrEqualTo(each.amount))
  );
}

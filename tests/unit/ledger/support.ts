/** Assets, accounts and contexts for tests that decide without a database. */
import { EMPTY_BALANCE, type AccountState, type AssetTerms, type Balance } from '@/domain/ledger/accounts';
import { NO_TERMS, type CreditCommand } from '@/domain/ledger/credit';
import type { OperationContext } from '@/domain/ledger/operation';
import { amountOf } from '@/domain/money';

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

export function contextOf(asset: AssetTerms): OperationContext {
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
    // Whatever lies in HELD lies under one hold.
    holds: balance.held === undefined ? [] : [{ reference: REFERENCE, amount: amountOf(balance.held), createdAt: NOW }],
  };
}

export const walletWith = (available: string): AccountState => accountWith({ available }, '0', 'PROGRAM_WALLET');

export function command(amount: string, fields: Partial<CreditCommand> = {}): CreditCommand {
  return { holder: ADA, bucket: 'AVAILABLE', amount: amountOf(amount), description: 'Test', referenceId: fields.bucket === 'HELD' ? REFERENCE : null, cause: null, terms: NO_TERMS, ...fields };
}

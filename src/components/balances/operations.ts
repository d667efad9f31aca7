/** The manual operations on a balance besides adjusting it: the bucket each draws on, and its consequence in words. */
import type { BalanceRow } from '@/contract/balance';
import type { HolderPage } from './holder';

export const OPERATIONS = ['hold', 'release', 'voidHold', 'forfeit'] as const;
export type OperationName = (typeof OPERATIONS)[number];

export const VERBS: Readonly<Record<OperationName, string>> = { hold: 'Hold', release: 'Release', voidHold: 'Void', forfeit: 'Forfeit' };

export interface OperationDraft {
  /** The program and asset of the balance, joined by `balanceKey`. */
  readonly balance: string;
  readonly bucket: 'AVAILABLE' | 'HELD';
  readonly amount: string;
  readonly reference_id: string;
  readonly description: string;
}

export const balanceKey = ({ program_id, asset_id }: Pick<BalanceRow, 'program_id' | 'asset_id'>): string => `${program_id}/${asset_id}`;

/** The bucket that value leaves. */
export const sourceOf = (operation: OperationName, draft: OperationDraft): 'AVAILABLE' | 'HELD' =>
  operation === 'forfeit' ? draft.bucket : operation === 'hold' ? 'AVAILABLE' : 'HELD';

/** A void takes back everything provisional, so it only names the hold. */
export const asksAmount = (operation: OperationName): boolean => operation !== 'voidHold';
export const needsReference = (operation: OperationName): boolean => operation === 'hold' || operation === 'voidHold';

/** The part of the balance the operation can draw on. */
export const drawableOf = (bucket: 'AVAILABLE' | 'HELD', row: BalanceRow): string => (bucket === 'HELD' ? row.held : row.available);

/** A closed holder allows forfeiting only; a suspended one, nothing. */
export function offeredTo({ status }: Pick<HolderPage, 'status'>): readonly OperationName[] {
  if (status === 'ACTIVE') return OPERATIONS;
  return status === 'SUSPENDED' ? [] : ['forfeit'];
}

/** @param amount with its symbol, such as "12.00 PTS"; ignored for a void. */
export function consequenceOf(operation: OperationName, draft: OperationDraft, amount: string, name: string): string {
  const reference = draft.reference_id.trim();
  const hold = reference ? `the hold ${reference}` : 'the oldest holds';
  switch (operation) {
    case 'hold':
      return `Sets ${amount} of ${name} aside${reference && ` under ${reference}`}; it cannot be spent until it is released.`;
    case 'release':
      return `Gives ${amount} from ${hold} back to ${name}, who can then spend it.`;
    case 'voidHold':
      return `Takes back everything credited provisionally to ${name} under ${reference || 'the reference'} and returns it to where it came from. Value held from the available balance stays held. This cannot be undone.`;
    case 'forfeit':
      return `Takes ${amount} from ${name} for good${draft.bucket === 'HELD' ? `, out of ${hold}` : ''}. This cannot be undone.`;
  }
}

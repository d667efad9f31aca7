/** Holds a transfer as its form edits it, sums up the recipients, and builds the request. */
import { TRANSFER_RECIPIENTS_MAX } from '@/contract/choices';
import type { CreateTransfer } from '@/contract/transfer';
import { isAmountText } from '@/domain/amount-text';
import { amountOf } from '@/domain/money';

export const RECIPIENTS_MAX = TRANSFER_RECIPIENTS_MAX;

export interface RecipientDraft {
  /** The row's React key; never sent. */
  readonly key: number;
  kind: 'PARTICIPANT' | 'GROUP';
  /** The external id of a participant, or the id of a group. */
  who: string;
  amount: string;
}

export interface TransferDraft {
  program_id: string;
  asset_id: string;
  recipients: readonly RecipientDraft[];
  description: string;
  preserve_expiry: boolean;
}

export interface TransferGiver {
  readonly kind: 'participants' | 'groups';
  readonly id: string;
}

/** The sum of the recipients' amounts; null until all are valid. */
export function totalOf(recipients: readonly Pick<RecipientDraft, 'amount'>[]): string | null {
  const amounts = recipients.map(({ amount }) => amount.trim());
  if (!amounts.every(isAmountText)) return null;
  const places = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  return amounts.reduce((sum, amount) => sum.plus(amountOf(amount)), amountOf(0)).toFixed(places);
}

/** Parses lines of `external id, amount` as pasted from a spreadsheet; a missing amount stays empty. */
export function pastedRecipients(text: string, firstKey: number): RecipientDraft[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const [who = '', amount = ''] = line.split(/[\t;,]/).map((part) => part.trim());
    return { key: firstKey + index, kind: 'PARTICIPANT' as const, who, amount };
  });
}

export const transferRequest = (draft: TransferDraft, source: TransferGiver, key: string): CreateTransfer => ({
  program_id: draft.program_id,
  asset_id: draft.asset_id,
  ...(source.kind === 'groups' ? { source_group_id: source.id } : { source_participant_id: source.id }),
  recipients: draft.recipients.map(({ kind, who, amount }) => ({
    ...(kind === 'GROUP' ? { group_id: who } : { external_id: who.trim() }),
    amount: amount.trim(),
  })),
  description: draft.description.trim() || undefined,
  preserve_expiry: draft.preserve_expiry,
  idempotency_key: key,
});

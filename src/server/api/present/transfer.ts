/** Presents transfers in their wire form, amounts at their asset's scale. */
import type { Transfer } from '@/contract/transfer';
import type { Holder } from '@/domain/ledger/accounts';
import { amountOf, formatAmount } from '@/domain/money';
import { targetId } from '@/domain/webhooks/events';
import type { TransferRow } from '@/server/db/repositories/ledger/transfers';
import { presentTime } from './time';

export function presentTransfer(row: TransferRow): Transfer {
  const show = (amount: string): string => formatAmount(amountOf(amount), row.scale);
  const party = (type: Holder['type'], id: string) => targetId({ type, id });
  return {
    id: row.id,
    program_id: row.program_id,
    asset_id: row.asset_id,
    journal_entry_id: row.entry_id,
    source: party(row.source_type, row.source_id),
    recipients: row.recipients.map(({ account_type, account_id, amount }) => ({
      ...party(account_type, account_id),
      amount: show(amount),
    })),
    total_amount: show(row.total_amount),
    recipient_count: row.recipient_count,
    preserve_expiry: row.preserve_expiry,
    description: row.description,
    event_id: row.event_id,
    rule_id: row.rule_id,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.created_at),
  };
}

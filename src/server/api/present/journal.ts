/** Presents journal entries and trial balances in their wire form. */
import type { JournalEntryResource, PostingResource } from '@/contract/journal';
import type { TrialBalanceRow } from '@/contract/report';
import { amountOf, formatAmount } from '@/domain/money';
import type { AccountTypeTotal } from '@/server/db/repositories/ledger/account-totals';
import type { JournalEntryRow, PostingRow } from '@/server/db/repositories/ledger/journal-entries';
import { presentTime } from './time';

export function presentJournalEntry(row: JournalEntryRow): JournalEntryResource {
  return {
    id: row.id,
    program_id: row.program_id,
    type: row.type,
    description: row.description,
    reference_id: row.reference_id,
    event_id: row.event_id,
    rule_id: row.rule_id,
    rule_version: row.rule_version,
    entry_hash: row.entry_hash,
    previous_hash: row.previous_hash,
    postings: row.postings.map(presentPosting),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.created_at),
  };
}

function presentPosting(row: PostingRow): PostingResource {
  return {
    asset_id: row.asset_id,
    account: { type: row.account_type, id: row.account_id, bucket: row.bucket },
    amount: formatAmount(amountOf(row.amount), row.scale),
  };
}

export function presentTrialBalanceRow(row: AccountTypeTotal): TrialBalanceRow {
  return { asset_id: row.asset_id, account_type: row.account_type, balance: formatAmount(amountOf(row.balance), row.scale) };
}

/** Presents journal entries, seals and checkpoints, and periods. */
import type { JournalEntryResource, PostingResource } from '@/contract/journal';
import type {
  JournalEntryProof,
  LedgerCheckpoint,
  LedgerPublicKey,
  LedgerVerification,
  LedgerVerificationSummary,
} from '@/contract/ledger';
import type { LedgerPeriod, PeriodBalanceRow, PeriodFiguresRow } from '@/contract/ledger-period';
import type { TrialBalanceRow } from '@/contract/report';
import { withFields } from '@/domain/fields';
import { FLOWS } from '@/domain/ledger/flows';
import { amountOf, formatAmount } from '@/domain/money';
import type { AccountTypeTotal } from '@/server/db/repositories/ledger/account-totals';
import type { JournalEntryRow, PostingRow } from '@/server/db/repositories/ledger/journal-entries';
import type { CheckpointRow, SigningKeyRow } from '@/server/db/repositories/ledger/ledger-checkpoints';
import type { LedgerPeriodRow } from '@/server/db/repositories/ledger/ledger-periods';
import type { VerificationRow, VerificationWithViolations } from '@/server/db/repositories/ledger/ledger-verifications';
import type { BalancesRow, FiguresRow } from '@/server/db/repositories/ledger/period-books';
import type { EntryProof } from '@/server/services/ledger/entries';
import { signedCheckpoint } from '@/server/services/ledger/seal-entries';
import { presentTime } from './time';

export function presentVerificationSummary(row: VerificationRow): LedgerVerificationSummary {
  return {
    id: row.id,
    status: row.status,
    checked: row.checked,
    total: row.total,
    violation_count: row.violation_count,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    completed_at: row.completed_at && presentTime(row.completed_at),
  };
}

export function presentVerification(row: VerificationWithViolations): LedgerVerification {
  return { ...presentVerificationSummary(row), violations: row.violations };
}

export function presentEntryProof({ entryId, position, record, entryHash, path, seals, checkpoint }: EntryProof): JournalEntryProof {
  return {
    journal_entry_id: entryId,
    position,
    record,
    entry_hash: entryHash,
    path: [...path],
    seals: seals.map(({ organization_id: _, ...seal }) => seal),
    checkpoint: presentCheckpoint(checkpoint),
  };
}

export function presentCheckpoint(row: CheckpointRow): LedgerCheckpoint {
  return { ...signedCheckpoint(row), updated_at: presentTime(row.created_at) };
}

export function presentPublicKey(row: Pick<SigningKeyRow, 'id' | 'public_key' | 'created_at'>): LedgerPublicKey {
  return { key_id: row.id, algorithm: 'Ed25519', public_key: row.public_key, created_at: presentTime(row.created_at) };
}

export function presentPeriod(row: LedgerPeriodRow): LedgerPeriod {
  return {
    id: row.id,
    status: row.status,
    description: row.description,
    from: presentTime(row.period_from),
    to: presentTime(row.period_to),
    entry_count: row.entry_count,
    chain_position: row.chain_position,
    seal_hash: row.seal_hash,
    reopen_reason: row.reopen_reason,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    closed_at: presentTime(row.closed_at),
    reopened_at: presentTime(row.reopened_at),
  };
}

export function presentPeriodFigures(row: FiguresRow): PeriodFiguresRow {
  const amount = (text: string): string => formatAmount(amountOf(text), row.scale);
  return {
    program_id: row.program_id,
    asset_id: row.asset_id,
    opening: amount(row.opening),
    ...withFields(FLOWS, (flow) => amount(row[flow])),
    closing: amount(row.closing),
  };
}

export function presentPeriodBalance({ scale, balance, ...row }: BalancesRow): PeriodBalanceRow {
  return { ...row, balance: formatAmount(amountOf(balance), scale) };
}

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

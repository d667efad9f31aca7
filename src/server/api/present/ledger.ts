/** Presents ledger verifications, checkpoints and signing keys in their wire form. */
import type {
  JournalEntryProof,
  LedgerCheckpoint,
  LedgerPublicKey,
  LedgerVerification,
  LedgerVerificationSummary,
} from '@/contract/ledger';
import type { CheckpointRow, SigningKeyRow } from '@/server/db/repositories/ledger/ledger-checkpoints';
import type { VerificationRow, VerificationWithViolations } from '@/server/db/repositories/ledger/ledger-verifications';
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

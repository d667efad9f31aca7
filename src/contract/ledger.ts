/** Ledger verification on the wire: verifications, signed checkpoints, and the key they are signed with. */
import { z } from 'zod';
import { BUCKETS } from '@/domain/choices';
import { PROOF_CHECK_MEANINGS, PROOF_CHECKS } from '@/domain/ledger/violation';
import { AccountType } from './journal';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { HashHex, Timestamp, Uuid } from './primitives';
import { VERIFICATION_STATUSES } from './choices';

const LedgerViolation = z
  .strictObject({
    check: z.enum(PROOF_CHECKS).describe(PROOF_CHECKS.map((check) => `\`${check}\`: ${PROOF_CHECK_MEANINGS[check]}`).join(' ')),
    entry_id: Uuid.nullable().describe('The journal entry that the violation concerns.'),
    position: z.int().nullable().describe('The position in the hash chain that the violation concerns.'),
    account: z
      .strictObject({ type: AccountType, id: Uuid, program_id: Uuid, asset_id: Uuid, bucket: z.enum(BUCKETS).nullable() })
      .nullable()
      .describe('The balance, or the bucket of a balance, that the violation concerns.'),
    lot_id: Uuid.nullable(),
    hold_reference: z.string().nullable(),
    expected: z.string().nullable().describe('Value that follows from the rest of the ledger.'),
    actual: z.string().nullable().describe('Value that is stored.'),
    message: z.string(),
  })
  .meta({ id: 'LedgerViolation' });

export const VerificationStatus = z.enum(VERIFICATION_STATUSES);

const verificationFields = {
  id: Uuid,
  status: VerificationStatus,
  checked: z.int().describe('Number of rows checked so far: entries, checkpoints and balances, each with everything that belongs to it.'),
  total: z.int().describe('Number of rows to check when the verification started; 0 before it has started.'),
  violation_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  completed_at: Timestamp.nullable().describe('When the verification ended; null while RUNNING.'),
};

export const LedgerVerificationSummary = z.strictObject(verificationFields).meta({ id: 'LedgerVerificationSummary' });
export type LedgerVerificationSummary = z.infer<typeof LedgerVerificationSummary>;

export const LedgerVerification = z
  .strictObject({
    ...verificationFields,
    violations: z.array(LedgerViolation).describe('The first 1,000 violations; `violation_count` counts all of them.'),
  })
  .meta({ id: 'LedgerVerification' });
export type LedgerVerification = z.infer<typeof LedgerVerification>;

export const StartLedgerVerification = z.strictObject({});
export const LedgerVerificationPath = z.strictObject({ id: Uuid });
export const ListLedgerVerifications = listQuery({ ...createdWindow, ...sortedBy(['created_at']), status: VerificationStatus.optional() });
export type ListLedgerVerifications = z.infer<typeof ListLedgerVerifications>;
export const LedgerVerificationPage = pageOf(LedgerVerificationSummary);

export const LedgerCheckpoint = z
  .strictObject({
    organization_id: Uuid,
    position: z.int().describe('Number of entries that the checkpoint covers: all up to this position of the hash chain.'),
    seal_hash: HashHex.describe('Hash of the seal whose last entry is at `position`.'),
    key_id: z.string().describe('Id of the key that signed the checkpoint.'),
    signature: z
      .string()
      .describe(
        'Ed25519 signature, in base64, over the UTF-8 text `["ledger-checkpoint:v1","<organization_id>",<position>,"<seal_hash>","<created_at>"]`.',
      ),
    created_at: Timestamp.describe('When the checkpoint was created, in real time even in a sandbox whose clock was moved.'),
    updated_at: Timestamp.describe('Always `created_at`: checkpoints never change.'),
  })
  .meta({ id: 'LedgerCheckpoint' });
export type LedgerCheckpoint = z.infer<typeof LedgerCheckpoint>;

/** Body of the proof that one entry is in the ledger (contract: "Proof"). */
export const JournalEntryProof = z
  .strictObject({
    journal_entry_id: Uuid,
    position: z.int().describe('Position of the entry in the ledger; the first entry has 1.'),
    record: z.string().describe('Everything stored for the entry, in the form that is hashed.'),
    entry_hash: HashHex.describe('The hash that was sealed: the SHA-256 of a zero byte and the UTF-8 bytes of `record`.'),
    path: z
      .array(HashHex)
      .describe('The hashes that lead from `entry_hash` to the `root` of the first seal, from below: the Merkle audit path of RFC 6962.'),
    seals: z
      .array(
        z.strictObject({
          first_position: z.int().describe('Position of the first entry that the seal covers.'),
          entries: z.int().describe('Number of entries that the seal covers.'),
          root: HashHex.describe('Merkle root of the hashes of those entries.'),
          previous_hash: HashHex.describe('`seal_hash` of the seal before; 64 zeros for the first.'),
          seal_hash: HashHex.describe(
            'SHA-256 of 93 bytes: 2, the organization id (16 bytes), `first_position` (8, big-endian), `entries` (4, big-endian), `root` and `previous_hash`.',
          ),
        }),
      )
      .describe('The seal that covers the entry and those after it, up to the one that the checkpoint signs.'),
    checkpoint: LedgerCheckpoint,
  })
  .meta({ id: 'JournalEntryProof' });
export type JournalEntryProof = z.infer<typeof JournalEntryProof>;

export const ListLedgerCheckpoints = listQuery({ ...createdWindow, ...sortedBy(['created_at']) });
export type ListLedgerCheckpoints = z.infer<typeof ListLedgerCheckpoints>;
export const LedgerCheckpointPage = pageOf(LedgerCheckpoint);

export const LedgerPublicKey = z
  .strictObject({
    key_id: z.string().describe('Id of the key: the first 16 hex digits of the SHA-256 of the key in DER form.'),
    algorithm: z.literal('Ed25519'),
    public_key: z.string().describe('The public key, as SubjectPublicKeyInfo in PEM.'),
    created_at: Timestamp,
  })
  .meta({ id: 'LedgerPublicKey' });
export type LedgerPublicKey = z.infer<typeof LedgerPublicKey>;

export const NoInput = z.strictObject({});

/** Reads and writes the opening balances that participants were given, and locks the participants of an import. */
import type { GivenBefore } from '@/domain/imports/row';
import { amountOf } from '@/domain/money';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { OpeningBalance } from '@/server/db/generated/client';
import type { Tx } from '@/server/db/transaction';
import { whereLastOfKey } from '@/server/db/unique-key';
import { participantColumns, type ParticipantRow } from '@/server/db/repositories/people/participants';

export interface ImportTarget extends ParticipantRow {
  /** Whether it is enrolled in the program of the import. */
  readonly enrolled: boolean;
}

/** The existing participants with these external ids, locked until the transaction ends. */
export async function lockImportTargets(
  tx: Tx,
  organizationId: string,
  programId: string,
  externalIds: readonly string[],
): Promise<Map<string, ImportTarget>> {
  const rows = await tx.query<ImportTarget>(
    `SELECT ${participantColumns('p')},
       EXISTS (SELECT 1 FROM program_participants l WHERE l.organization_id = $1 AND l.program_id = $2 AND l.participant_id = p.id) AS enrolled
     FROM participants p WHERE p.organization_id = $1 AND p.id = ANY (ARRAY(
       SELECT found.id FROM unnest($3::text[]) AS named (external_id) CROSS JOIN LATERAL (
         SELECT id FROM participants WHERE organization_id = $1 AND ${whereLastOfKey('participants.external_id', 'named.external_id')}
       ) AS found)) ORDER BY p.id FOR NO KEY UPDATE OF p`,
    [organizationId, programId, externalIds],
  );
  return new Map(rows.map((row) => [row.external_id, row]));
}

/** By `openingKey`. */
export async function loadOpenings(
  tx: Tx,
  { organizationId, programId }: { readonly organizationId: string; readonly programId: string },
  participantIds: readonly string[],
): Promise<Map<string, GivenBefore>> {
  const rows = await tx.query<{
    participant_id: string;
    asset_id: string;
    amount: string;
    matures_at: Date | null;
    expires_at: Date | null;
  }>(
    `SELECT participant_id, asset_id, amount, matures_at, expires_at FROM opening_balances
     WHERE organization_id = $1 AND participant_id = ANY ($2::uuid[]) AND program_id = $3`,
    [organizationId, participantIds, programId],
  );
  return new Map(
    rows.map((row) => [
      openingKey(row.participant_id, row.asset_id),
      { amount: amountOf(row.amount), terms: { maturesAt: row.matures_at, expiresAt: row.expires_at } },
    ]),
  );
}

export const openingKey = (participantId: string, assetId: string): string => `${participantId}/${assetId}`;

export interface NewOpening extends GivenBefore {
  readonly participantId: string;
  readonly assetId: string;
  readonly entryId: string;
}

const OPENINGS: Columns<OpeningBalance, NewOpening, 'organization_id' | 'program_id' | 'import_id' | 'created_at'> = {
  participant_id: ['uuid', ({ participantId }) => participantId],
  asset_id: ['uuid', ({ assetId }) => assetId],
  entry_id: ['uuid', ({ entryId }) => entryId],
  amount: ['numeric', ({ amount }) => amount.toFixed()],
  matures_at: ['timestamptz', ({ terms }) => terms.maturesAt],
  expires_at: ['timestamptz', ({ terms }) => terms.expiresAt],
};

export async function insertOpenings(
  tx: Tx,
  scope: { organizationId: string; programId: string; importId: string; now: Date },
  openings: readonly NewOpening[],
): Promise<void> {
  if (openings.length === 0) return;
  await tx.query(
    `INSERT INTO opening_balances (organization_id, program_id, import_id, created_at, ${namesOf(OPENINGS)})
     SELECT $1, $2, $3, $4, * FROM ${rowsOf(OPENINGS, 5)}`,
    [scope.organizationId, scope.programId, scope.importId, scope.now, ...arraysOf(OPENINGS, openings)],
  );
}

/** Writes the uses of codes: taken by events and decisions, redeemed and given back by what becomes of reservations. The database counts them. */
import type { CodeChange } from '@/domain/codes/book';
import type { KeptCode } from '@/domain/codes/kept';
import type { Tx } from '@/server/db/transaction';

interface WriteScope {
  readonly organizationId: string;
  readonly now: Date;
}

const TAKE = `
  INSERT INTO code_redemptions (organization_id, id, program_id, batch_id, code, participant_id, event_id, decision_id, status, created_at, updated_at)
  SELECT $1, taken.id, b.program_id, b.id, taken.code, taken.participant_id, taken.event_id, taken.decision_id,
    CASE WHEN taken.event_id IS NULL THEN 'RESERVED' ELSE 'REDEEMED' END, $2, $2
  FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::uuid[]) AS taken (id, batch_id, code, participant_id, event_id, decision_id)
  JOIN code_batches b ON b.organization_id = $1 AND b.id = taken.batch_id`;

const END = `
  UPDATE code_redemptions r SET status = CASE WHEN ended.event_id IS NULL THEN 'RETURNED' ELSE 'REDEEMED' END, event_id = ended.event_id, updated_at = $2
  FROM unnest($3::uuid[], $4::uuid[]) AS ended (id, event_id) WHERE r.organization_id = $1 AND r.id = ended.id`;

/** What is given back goes first, so that it can be taken again. */
export function writeCodeChanges(tx: Pick<Tx, 'send'>, { organizationId, now }: WriteScope, changes: readonly CodeChange[]): void {
  const ended = changes.filter(({ type }) => type !== 'TAKE');
  const taken = changes.filter(({ type }) => type === 'TAKE');
  if (ended.length > 0) tx.send(END, [organizationId, now, ended.map(({ id }) => id), ended.map(({ eventId }) => eventId)]);
  if (taken.length === 0) return;
  tx.send(TAKE, [
    organizationId,
    now,
    taken.map(({ id }) => id),
    taken.map(({ batchId }) => batchId),
    taken.map(({ code }) => code),
    taken.map(({ participantId }) => participantId),
    taken.map(({ eventId }) => eventId),
    taken.map(({ decisionId }) => decisionId),
  ]);
}

/** Stores what became of the codes of events that have ended; of one that was retried, what became of them now. */
export function writeEventCodes(
  tx: Pick<Tx, 'send'>,
  organizationId: string,
  events: readonly { readonly id: string; readonly verdicts: readonly KeptCode[] }[],
): void {
  tx.send(
    `INSERT INTO event_codes (organization_id, event_id, verdicts) SELECT $1, * FROM unnest($2::uuid[], $3::json[])
     ON CONFLICT (organization_id, event_id) DO UPDATE SET verdicts = EXCLUDED.verdicts`,
    [organizationId, events.map(({ id }) => id), events.map(({ verdicts }) => JSON.stringify(verdicts))],
  );
}

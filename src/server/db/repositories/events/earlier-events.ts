/** Claims the events of some participants that were accepted before a decision about them, so that it is made after these. */
import { inOrder } from '@/domain/events/order';
import type { Tx } from '@/server/db/transaction';
import { claimed, WAITING, withFacts, type ClaimedEvent, type QueuedProgram, type StoredClaim } from './event-queue';

/** Whose events a decision follows: those accepted before it. */
export interface EarlierEvents {
  /** Ready to be processed, in their order, at most `limit` of them. */
  readonly ready: readonly ClaimedEvent[];
  /** When the next retry of an event is due that holds back its participant, by participant. */
  readonly heldUntil: ReadonlyMap<string, Date>;
}

const AWAIT_SLOTS = `SELECT await_slots($1::uuid, $2::uuid, ARRAY(SELECT slot_of(id) FROM unnest($3::uuid[]) AS person (id))::int[], $4::int)`;
const AWAIT_IN_LINE = `SELECT await_program_in_line($1::uuid, $2::uuid, $3::int)`;

const OF_PARTICIPANTS = `chosen AS MATERIALIZED (
  SELECT q.lane, q.due_at, q.id, q.retry_count FROM unnest($4::uuid[]) AS person (id)
  CROSS JOIN LATERAL (VALUES (slot_of(person.id)), (-1 - slot_of(person.id))) AS places (lane)
  CROSS JOIN LATERAL (${WAITING} AND q.lane = places.lane AND q.participant_id = person.id AND (q.due_at <= $3 OR q.retry_count > 0)
    ORDER BY q.due_at, q.id LIMIT $5) AS q)`;
const CLAIM_EARLIER = withFacts(OF_PARTICIPANTS);

/**
 * Claims what these participants' earlier events still wait for, after waiting for whoever processes their events now. From then on, nobody else does
 * until the transaction ends.
 * @param patience in milliseconds. @throws what Postgres says when that passes.
 */
export async function claimEarlierEvents(
  tx: Tx,
  program: QueuedProgram,
  { participantIds, whole, patience, limit }: EarlierClaim,
): Promise<EarlierEvents> {
  const { organizationId, programId, now } = program;
  const locked = whole
    ? tx.query(AWAIT_IN_LINE, [organizationId, programId, patience])
    : tx.query(AWAIT_SLOTS, [organizationId, programId, participantIds, patience]);
  const found = tx.query<StoredClaim>(CLAIM_EARLIER, [organizationId, programId, now, participantIds, limit]);
  // If the lock fails, so does what travels with it.
  found.catch(() => undefined);
  await locked;
  const waiting = (await found).map(claimed);
  const retried = waiting.filter((event) => event.due_at > now && event.participant_id !== null);
  const heldUntil = new Map(retried.map(({ participant_id, due_at }) => [participant_id ?? '', due_at]));
  const ready = waiting.filter((event) => event.due_at <= now && !heldUntil.has(event.participant_id ?? ''));
  return { ready: inOrder(ready).slice(0, limit), heldUntil };
}

/** What waits of a participant's events and is due, in their order, at most `MOST_PEEKED`; nothing is claimed. */
export async function peekEarlierEvents(tx: Tx, program: QueuedProgram, participantId: string): Promise<readonly ClaimedEvent[]> {
  const { organizationId, programId, now } = program;
  const rows = await tx.query<StoredClaim>(CLAIM_EARLIER, [organizationId, programId, now, [participantId], MOST_PEEKED]);
  return inOrder(rows.filter(({ due_at }) => due_at <= now).map(claimed));
}

const MOST_PEEKED = 200;

interface EarlierClaim {
  readonly participantIds: readonly string[];
  /** Whether the whole program is held. */
  readonly whole: boolean;
  readonly patience: number;
  readonly limit: number;
}

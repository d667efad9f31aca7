/** Writes what events change of challenges: what they count, the progress that follows, and what is reached or revoked by it. */
import type { ChallengeChange, ProgressAfter } from '@/domain/challenges/book';
import type { Tx } from '@/server/db/transaction';

interface WriteScope {
  readonly organizationId: string;
  readonly now: Date;
}

const COUNT = `
  INSERT INTO challenge_contributions (organization_id, created_at, participant_id, challenge_id, event_id, type, period, event_timestamp, amount, keys, reference)
  SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::timestamptz[], $9::numeric[], $10::json[], $11::text[])`;

const FOLLOW = `
  INSERT INTO challenge_progress (organization_id, updated_at, participant_id, challenge_id, period, terms_version, tally, progress, rounds, first_at, last_at, completed_at)
  SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::int[], $7::jsonb[], $8::numeric[], $9::int[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[])
  ON CONFLICT (organization_id, participant_id, challenge_id, period) DO UPDATE
  SET tally = EXCLUDED.tally, progress = EXCLUDED.progress, rounds = EXCLUDED.rounds, first_at = EXCLUDED.first_at, last_at = EXCLUDED.last_at,
    completed_at = EXCLUDED.completed_at, updated_at = EXCLUDED.updated_at`;

/** One is chosen where what was reached before is reached anew, which a later event of the batch may have revoked again; else the other. */
const ifAnew = (anew: string, otherwise: string): string =>
  `CASE WHEN EXCLUDED.attempt > challenge_completions.attempt THEN ${anew} ELSE ${otherwise} END`;

const REACH = `
  INSERT INTO challenge_completions (organization_id, completed_at, revoked_at, id, participant_id, challenge_id, period, round, part, status, attempt, event_id)
  SELECT $1, $2::timestamptz, CASE WHEN reached.status = 'REVOKED' THEN $2::timestamptz END, reached.*
  FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::int[], $8::int[], $9::text[], $10::int[], $11::uuid[])
    AS reached (id, participant_id, challenge_id, period, round, part, status, attempt, event_id)
  ON CONFLICT (organization_id, id) DO UPDATE
  SET status = EXCLUDED.status, attempt = EXCLUDED.attempt, revoked_at = EXCLUDED.revoked_at,
    completed_at = ${ifAnew('EXCLUDED.completed_at', 'challenge_completions.completed_at')},
    earlier_completed_at = ${ifAnew('challenge_completions.earlier_completed_at || challenge_completions.completed_at', 'challenge_completions.earlier_completed_at')},
    earlier_revoked_at = ${ifAnew(`challenge_completions.earlier_revoked_at || coalesce(challenge_completions.revoked_at, EXCLUDED.completed_at)`, 'challenge_completions.earlier_revoked_at')},
    event_id = CASE WHEN EXCLUDED.status = 'COMPLETED' THEN EXCLUDED.event_id ELSE challenge_completions.event_id END`;

export function writeChallenges(tx: Pick<Tx, 'send'>, scope: WriteScope, changes: readonly ChallengeChange[]): void {
  const { organizationId, now } = scope;
  follow(tx, scope, changes);
  const records = changes.map((change) => ({ ...change, ...recordOf(change) }));
  tx.send(COUNT, [
    organizationId,
    now,
    records.map(({ participantId }) => participantId),
    records.map(({ challenge }) => challenge.id),
    records.map(({ event }) => event.id),
    records.map(({ record }) => record.type),
    records.map(({ period }) => period),
    records.map(({ event }) => event.timestamp),
    records.map(({ amount }) => amount),
    records.map(({ keys }) => JSON.stringify(keys)),
    records.map(({ record }) => record.reference),
  ]);
  reach(tx, scope, changes);
}

function recordOf({ record }: ChallengeChange): { period: string | null; amount: string | null; keys: readonly string[] } {
  if (record.type === 'TAKEN_BACK') return { period: null, amount: record.amount && record.amount.toFixed(), keys: [] };
  const { period, piece } = record.contribution;
  return { period, amount: piece.amount.toFixed(), keys: piece.keys };
}

interface Placed {
  readonly change: ChallengeChange;
  readonly period: string;
  readonly after: ProgressAfter;
}

const placed = (changes: readonly ChallengeChange[]): Placed[] =>
  changes.flatMap((change) => [...change.progress].map(([period, after]) => ({ change, period, after })));

/** What is true of each place after the last event of the batch. */
function follow(tx: Pick<Tx, 'send'>, { organizationId, now }: WriteScope, changes: readonly ChallengeChange[]): void {
  const last = [
    ...new Map(placed(changes).map((one) => [`${one.change.participantId}/${one.change.challenge.id}/${one.period}`, one])).values(),
  ];
  if (last.length === 0) return;
  tx.send(FOLLOW, [
    organizationId,
    now,
    last.map(({ change }) => change.participantId),
    last.map(({ change }) => change.challenge.id),
    last.map(({ period }) => period),
    last.map(({ change }) => change.challenge.termsVersion),
    last.map(({ after: { tally } }) => JSON.stringify({ sum: tally.sum.toFixed(), counts: Object.fromEntries(tally.counts) })),
    last.map(({ after }) => after.total.toFixed()),
    last.map(({ after }) => after.rounds),
    last.map(({ after }) => after.firstAt),
    last.map(({ after }) => after.lastAt),
    last.map(({ after }) => after.completedAt),
  ]);
}

function reach(tx: Pick<Tx, 'send'>, { organizationId, now }: WriteScope, changes: readonly ChallengeChange[]): void {
  const all = placed(changes).flatMap(({ change, period, after }) => after.changed.map((completion) => ({ change, period, completion })));
  const last = [...new Map(all.map((one) => [one.completion.id, one])).values()];
  if (last.length === 0) return;
  tx.send(REACH, [
    organizationId,
    now,
    last.map(({ completion }) => completion.id),
    last.map(({ change }) => change.participantId),
    last.map(({ change }) => change.challenge.id),
    last.map(({ period }) => period),
    last.map(({ completion }) => completion.round),
    last.map(({ completion }) => completion.part),
    last.map(({ completion }) => completion.status),
    last.map(({ completion }) => completion.attempt),
    last.map(({ change }) => change.event.id),
  ]);
}

/** Builds a program with much activity on the days before today, and runs the jobs that roll up past days and hours. */
import { randomInt } from 'node:crypto';
import { statement } from '@/server/db/transaction';
import { countDays, countHours } from '@/server/services/activity/activity';
import { newIdAt } from '@/server/platform/ids';
import { programWithAsset } from './programs';

export const DAY_MS = 86_400_000;
export const DAYS = 20;
/** Midnight UTC of the current day. */
export const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
export const BEGINNING = TODAY - DAYS * DAY_MS;

/** @param now real time. */
export const countDaysAt = (now: number) =>
  countDays({ clock: { now: () => new Date(now) }, limit: 200, signal: new AbortController().signal });

/** Counts hours until none is left to count. @param now real time. */
export async function countHoursAt(now: number): Promise<void> {
  while ((await countHours({ clock: { now: () => new Date(now) }, limit: 200, signal: new AbortController().signal })).more);
}

/** A program whose participants come and go: 600 events of 40 participants, most in the first half of the days. */
export async function busyProgram() {
  const made = await programWithAsset();
  const { id, api, program } = made;
  const other = (await api.post<{ id: string }>('/programs', { name: 'Other' })).body;
  const at = () => new Date(BEGINNING + Math.floor((randomInt(1_000_000) / 1_000_000) ** 2 * DAYS * DAY_MS));
  const people = Array.from({ length: 40 }, (_, number) => ({ id: crypto.randomUUID(), external: `p${number}`, at: at() }));
  await statement(
    `INSERT INTO participants (organization_id, id, external_id, created_at, updated_at)
     SELECT $1, id, external, at, at FROM unnest($2::uuid[], $3::text[], $4::timestamptz[]) AS people (id, external, at)`,
    [id, people.map((one) => one.id), people.map((one) => one.external), people.map((one) => one.at)],
  );
  await statement(
    `INSERT INTO program_participants (organization_id, program_id, participant_id, enrolled_at)
     SELECT $1, $2, id, at FROM unnest($3::uuid[], $4::timestamptz[]) AS people (id, at)`,
    [id, program.id, people.map((one) => one.id), people.map((one) => one.at)],
  );
  const events = Array.from({ length: 600 }, () => ({
    program: randomInt(3) === 0 ? other.id : program.id,
    participant: randomInt(20) === 0 ? null : people[randomInt(people.length)]!.id,
    at: at(),
    status: ['COMPLETED', 'COMPLETED', 'COMPLETED', 'FAILED', 'PENDING'][randomInt(5)]!,
  }));
  await statement(
    `WITH told AS (
       SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::uuid[]) AS told (program, participant, at, status, id)
     ), stored AS (
       INSERT INTO events (id, organization_id, program_id, participant_id, event_type, event_data, idempotency_key, event_timestamp)
       SELECT id, $1, program, participant, 'EXTERNAL', '{}', gen_random_uuid(), at FROM told
     ), waiting AS (
       INSERT INTO event_queue (organization_id, program_id, due_at, id, participant_id, lane)
       SELECT $1, program, 'infinity', id, participant, slot_of(participant) FROM told WHERE status = 'PENDING'
     )
     INSERT INTO event_outcomes (organization_id, event_id, status, error_message, error_code, processed_at, rule_configuration_version, evaluations)
     SELECT $1, id, status, CASE WHEN status = 'FAILED' THEN 'no' END, CASE WHEN status = 'FAILED' THEN 'program_inactive' END, at, 1, '[]'
     FROM told WHERE status <> 'PENDING'`,
    [
      id,
      events.map((one) => one.program),
      events.map((one) => one.participant),
      events.map((one) => one.at),
      events.map((one) => one.status),
      events.map((one) => newIdAt(one.at)),
    ],
  );
  return { ...made, other, people: people.map((one) => one.id) };
}

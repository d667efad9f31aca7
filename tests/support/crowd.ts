/** Enrolls very many participants, runs automations over them, and counts the events that result. */
import { statement } from '@/server/db/transaction';
import type { JobOutcome } from '@/server/platform/job';
import { clockJob } from '@tests/support/clock-jobs';
import type { Query } from './invariants';
import type { TestProgram } from './programs';

/** Runs automations as a worker does: for every organization, in real time, until aborted. */
export const work = (limit: number, signal = new AbortController().signal): Promise<JobOutcome> =>
  clockJob('run-automations').run({ clock: { now: () => new Date() }, limit, signal });

export async function workUntilDone(limit: number): Promise<void> {
  while ((await work(limit)).more);
}

/** Enrolls participants person-1, person-2 … in bulk, as the API would one by one. */
export const crowd = ({ id, program }: Pick<TestProgram, 'id' | 'program'>, count: number): Promise<void> =>
  crowdOf((sql, values) => statement(sql, values), { organizationId: id, programId: program.id, count });

/** The same, in any database. */
export async function crowdOf(
  query: Query,
  { organizationId, programId, count }: { organizationId: string; programId: string; count: number },
): Promise<void> {
  await query(
    `WITH people AS (
       INSERT INTO participants (id, organization_id, external_id, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'person-' || n, now(), now() FROM generate_series(1, $3) n RETURNING id)
     INSERT INTO program_participants (organization_id, program_id, participant_id, enrolled_at) SELECT $1, $2, id, now() FROM people`,
    [organizationId, programId, count],
  );
}

/** How many events an organization has, and about how many people. */
export const told = async (organizationId: string): Promise<{ events: number; people: number } | undefined> =>
  (
    await statement<{ events: number; people: number }>(
      `SELECT count(*)::int AS events, count(DISTINCT participant_id)::int AS people FROM events WHERE organization_id = $1`,
      [organizationId],
    )
  )[0];

/**
 * Fills a new organization of the present database with as much as is asked for, by a few statements over
 * whole tables. The database's triggers rest meanwhile, and what follows the postings is written beside them,
 * so that the service's own verification finds nothing to say against it.
 */
import { databaseUrl } from '@/env';
import { organizationClock } from '@/server/context';
import { statement } from '@/server/db/transaction';
import { countDays } from '@/server/services/activity/count-days';
import { sealOrganization } from '@/server/services/ledger/seal-entries';
import { withConnection } from '../../../prisma/connect';
import { configure } from './configuration';
import { eventSteps } from './events';
import { ledgerSteps } from './ledger';
import { peopleSteps } from './people';
import { namingFunctions, planOf, type Plan, type Size } from './plan';
import { trafficSteps } from './traffic';

export interface PopulateOptions extends Size {
  readonly name?: string;
  /** Told of each step as it ends, and how long it took. */
  report?(step: string, ms: number): void;
}

const SETTINGS = `SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '512MB'; SET maintenance_work_mem = '512MB'; SET temp_buffers = '256MB'`;

/** @returns what was made. The database must be migrated, and its user a superuser: triggers are switched off for this session alone. */
export async function populate({ name = 'A million', report = () => undefined, ...size }: PopulateOptions): Promise<Plan> {
  const plan = planOf(size, await configure(name), new Date());
  const timed = async (step: string, work: () => Promise<unknown>): Promise<void> => {
    const since = performance.now();
    await work();
    report(step, performance.now() - since);
  };
  // Rows name one another by computed ids, so that two halves can be written at once.
  const halves = [
    [...eventSteps(plan), ...ledgerSteps(plan)],
    [...peopleSteps(plan), ...trafficSteps(plan)],
  ];
  await Promise.all(
    halves.map((steps) =>
      withConnection(databaseUrl(), async (client) => {
        await client.query(SETTINGS);
        await client.query(namingFunctions(plan));
        for (const step of steps) await timed(step.name, () => client.query(step.sql));
      }),
    ),
  );
  await withConnection(databaseUrl(), (client) => timed('statistics', () => client.query('VACUUM ANALYZE')));
  await timed('seals', () => sealOrganization(plan.organizationId, organizationClock(0)));
  // Nobody ever has so much wait to be sealed: every look after the table would read what the index once held.
  await timed('queue of seals', () => statement('REINDEX TABLE entry_seal_queue'));
  await timed('days that are over', () => countDaysOf(plan));
  return plan;
}

/** As the service's own job would have done by now. Whoever wrote on those days has committed, so that nothing has to settle. */
async function countDaysOf({ organizationId }: Plan): Promise<void> {
  const clock = organizationClock(0);
  await statement(
    `UPDATE activity_progress SET due_at = '-infinity', noted_through = ($2::timestamptz AT TIME ZONE 'UTC')::date - 1 WHERE organization_id = $1`,
    [organizationId, clock.now()],
  );
  const counting = { clock, limit: 200, signal: new AbortController().signal };
  while ((await countDays(counting)).performed > 0);
}

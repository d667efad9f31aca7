/**
 * Asks what a rule would have cost on the events of the last 30 days, as its form does while it is written, and prints how long the first
 * figures and the exact ones take: `npm run bench:estimates -- [--events 100000]`. Needs a build; makes its own database in a directory
 * that it removes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RuleEstimate } from '@/contract/rule-estimate';
import { databaseUrl, publishSettings } from '@/env';
import { createApiKey } from '@/server/services/organizations/api-keys';
import { withConnection } from '../../prisma/connect';
import { withBenchDatabase } from './database';
import { configure, contextOf } from './population/configuration';
import { eventSteps } from './population/events';
import { peopleSteps } from './population/people';
import { DAY_MS, namingFunctions, planOf, type Plan } from './population/plan';
import { withService } from './service';

const { values } = parseArgs({ options: { events: { type: 'string', default: '100000' }, calls: { type: 'string', default: '9' } } });
const EVENTS = Number(values.events);
const CALLS = Number(values.calls);
/** Participants join in the first 60 of these, so that all events are of the last 30. */
const DAYS = 90;

async function fill(): Promise<Plan> {
  const now = new Date();
  const plan = {
    ...planOf({ participants: EVENTS, postings: EVENTS * 5 }, await configure('Estimates'), now),
    from: now.getTime() - DAYS * DAY_MS,
  };
  await withConnection(databaseUrl(), async (client) => {
    await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
    await client.query(namingFunctions(plan));
    for (const { sql } of [...peopleSteps(plan), ...eventSteps(plan)]) await client.query(sql);
    await client.query('VACUUM ANALYZE');
  });
  return plan;
}

const RULES = {
  'one condition and a percentage': {
    condition: 'event.type == "purchase" && event.amount > 50',
    amount: '{{ event.amount * 0.1 }}',
  },
  'the state of the participant and time': {
    condition: 'event.type == "purchase" && participant.counters.purchases >= 3 && now.getDayOfWeek(program.timezone) in [6, 0]',
    amount:
      '{{ math.least(event.amount * 0.1 * (has(participant.tiers.status) && participant.tiers.status.level == "gold" ? 2 : 1), 20) }}',
  },
};

const took = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
  const since = performance.now();
  const result = await work();
  return [performance.now() - since, result];
};

await withTemporaryDatabase(async () => {
  const { organizationId, programId, pointsId } = await fill();
  const { key } = await createApiKey(contextOf(organizationId), { name: 'Measurements', trusted: false });
  await withService(async ({ address }) => {
    const estimate = async (body: object): Promise<RuleEstimate> => {
      const answer = await fetch(`${address}/v1/programs/${programId}/rules/estimate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as RuleEstimate;
    };
    for (const [name, { condition, amount }] of Object.entries(RULES)) {
      const rule = { condition, actions: [{ type: 'CREDIT', asset_id: pointsId, amount }] };
      const samples: number[] = [];
      const [first, sample] = await took(() => estimate({ rule }));
      for (let call = 0; call < CALLS; call += 1) samples.push((await took(() => estimate({ rule })))[0]);
      const sorted = samples.toSorted((a, b) => a - b);
      const given = sample.assets[0];
      process.stdout.write(
        `${EVENTS} events, ${name}:\n` +
          `  first figures after ${first.toFixed(0)} ms the first time, then ${sorted[CALLS >> 1]?.toFixed(0)} ms (at most ${sorted.at(-1)?.toFixed(0)}), ` +
          `from ${sample.events.read} of ${sample.events.total} events: ${given?.given} ± ${given?.margin}\n`,
      );
      let parts = 0;
      const [whole, exact] = await took(async () => {
        let part = await estimate({ rule, mode: 'EXACT' });
        for (parts = 1; part.next_cursor !== null; parts += 1) part = await estimate({ rule, mode: 'EXACT', cursor: part.next_cursor });
        return part;
      });
      process.stdout.write(`  exact figures after ${whole.toFixed(0)} ms in ${parts} parts: ${exact.assets[0]?.given}\n`);
    }
  });
});

async function withTemporaryDatabase(work: () => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-estimates-'));
  publishSettings({ DATA_DIR: folder });
  try {
    await withBenchDatabase([], work);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Outcomes are kept by the month: for ever, but what rules decided only for as long as it is to be kept. */
import { beforeAll, expect, test } from 'vitest';
import type { EventDetail } from '@/contract/event';
import { publishSettings } from '@/env';
import { statement } from '@/server/db/transaction';
import { pruneEvaluations } from '@/server/services/events/prune-evaluations';
import { redate } from '@tests/support/event-records';
import { processDueEvents } from '@tests/support/jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

await useOwnDatabase();

const DAY_MS = 86_400_000;
const at = (now: Date) => ({ clock: { now: () => now } });
const monthsAgo = (months: number) => new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - months, 15));

let club: TestProgram;
beforeAll(async () => {
  club = await programWithAsset();
  await club.addRule({});
});

const detail = async (id: string): Promise<EventDetail> => (await club.api.get<EventDetail>(`/events/${id}`)).body;
const partitionOf = async (id: string): Promise<string> =>
  (await statement<{ name: string }>('SELECT tableoid::regclass::text AS name FROM event_outcomes WHERE event_id = $1', [id]))[0]!.name;

/** A processed event that arrived then. */
async function processedAt(month: Date): Promise<string> {
  const { id } = await club.send({});
  await processDueEvents(club.id);
  return redate(id, month);
}

test('outcomes move to the partition of their month, and old ones lose their evaluations and nothing else, once', async () => {
  publishSettings({ EVALUATION_DAYS: '60' });
  try {
    const [old, recent] = [await processedAt(monthsAgo(5)), await processedAt(monthsAgo(0))];
    const before = await detail(old);
    expect(before.rule_evaluations).toHaveLength(1);
    expect(await partitionOf(old)).toBe('event_outcomes_default');
    await pruneEvaluations(at(monthsAgo(5)));
    await pruneEvaluations(at(new Date()));
    expect(await partitionOf(old)).toMatch(/_[0-9]{6}01$/);
    while ((await pruneEvaluations(at(new Date()))).more);
    expect(await detail(old)).toEqual({ ...before, rule_evaluations: [] });
    expect((await detail(recent)).rule_evaluations).toHaveLength(1);
    expect(await pruneEvaluations(at(new Date()))).toEqual({ performed: 0, more: false });
    await expect(statement(`UPDATE ${await partitionOf(old)} SET status = 'FAILED', error_message = 'no'`)).rejects.toMatchObject({
      code: '23001',
    });
    await expect(statement(`TRUNCATE ${await partitionOf(old)}`)).rejects.toMatchObject({ code: '23001' });
    await expect(statement('DELETE FROM event_outcomes WHERE event_id = $1', [old])).rejects.toMatchObject({ code: '23001' });
    expect((await statement(`SELECT 1 FROM pg_indexes WHERE tablename = $1`, [await partitionOf(old)])).length).toBe(3);
  } finally {
    publishSettings({ EVALUATION_DAYS: String((365 * DAY_MS) / DAY_MS) });
  }
});

test('a partition that is being read or written is left for the next time, and what was begun is undone', async () => {
  await processedAt(monthsAgo(7));
  await pruneEvaluations(at(monthsAgo(7)));
  const results = await Promise.allSettled([pruneEvaluations(at(new Date())), pruneEvaluations(at(new Date()))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await statement(`SELECT 1 FROM pg_class WHERE relname LIKE 'event_outcomes%copy' AND relkind = 'r'`)).toEqual([]);
});

/** An automation over a crowd of 2,000 participants, or AUTOMATION_CROWD of them; measurements are printed. */
import { expect, test } from 'vitest';
import { automatedProgram } from '@tests/support/automations';
import { note } from '@tests/support/chance';
import { crowd, told, work } from '@tests/support/crowd';
import { useOwnDatabase } from '@tests/support/own-database';
import { statement } from '@/server/db/transaction';

await useOwnDatabase();

const CROWD = Number(process.env.AUTOMATION_CROWD || 2_000);
/** The embedded runner's batch size. */
const BATCH = 200;
const MB = 2 ** 20;
/** Garbage of a few pages; a crowd held in memory at once takes several times as much. */
const ROOM_MB = 150;
const PATIENCE_MS = 600_000;

test(
  `a run over ${CROWD} participants tells each once, page by page, without growing`,
  async () => {
    const made = await automatedProgram();
    await crowd(made, CROWD);
    await statement('ANALYZE');
    const { id } = await made.automate({ participant_filter: '!("gone" in participant.tags) && participant.counters.visits == 0.0' });
    const memory = () => process.memoryUsage.rss();
    const before = memory();
    let peak = before;
    const begun = performance.now();
    while ((await work(BATCH)).more) peak = Math.max(peak, memory());
    const seconds = (performance.now() - begun) / 1_000;
    const grown = (peak - before) / MB;
    note(
      `${CROWD} participants in ${seconds.toFixed(2)} s: ${Math.round(CROWD / seconds)} a second, memory grew by ${Math.round(grown)} MB at most`,
    );
    expect(grown).toBeLessThan(ROOM_MB);
    expect(await told(made.id)).toEqual({ events: CROWD, people: CROWD });
    expect(await made.runs(id)).toMatchObject([
      { status: 'COMPLETED', participant_count: CROWD, evaluated_count: CROWD, event_count: CROWD },
    ]);
  },
  PATIENCE_MS,
);

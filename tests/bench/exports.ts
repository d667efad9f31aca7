/**
 * Exports everything of the largest organization in a loaded database, file by file, and prints the service's memory growth:
 * `DATA_DIR=.bench npm run bench:exports -- [--only participants] [--coding br]`. It fails at 100 MiB. Needs a build, and Linux.
 */
import { parseArgs } from 'node:util';
import { organizationClock, type Ctx } from '@/server/platform/context';
import { createApiKey } from '@/server/services/organizations/api-keys';
import { withBenchDatabase } from './database';
import { growthOf, report } from './memory';
import { largestOrganization } from './pages/samples';
import { elsewhere, withService } from './service';

const FILES = ['participants', 'journal-entries', 'events', 'redemptions'];
const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, coding: { type: 'string', default: 'identity' } } });

/** Reads a file to its end and prints how many lines follow its header. */
const READER = `
  const [address, key, coding] = process.argv.slice(1);
  const answer = await fetch(address, { headers: { authorization: 'Bearer ' + key, 'accept-encoding': coding } });
  if (!answer.ok) throw new Error(await answer.text());
  let lines = -1;
  for await (const chunk of answer.body) for (let at = -1; (at = chunk.indexOf(10, at + 1)) >= 0;) lines += 1;
  console.log(lines);`;

const operator = (id: string): Ctx => ({
  organization: { id, mode: 'LIVE', clockOffsetMs: 0 },
  actor: { kind: 'SYSTEM' },
  clock: organizationClock(0),
  requestId: 'req_bench',
  idempotencyKey: null,
});

await withBenchDatabase(['shared_buffers=512MB'], async () => {
  const organizationId = await largestOrganization();
  if (organizationId === null) throw new Error('The database is empty: load it with tests/bench/load.ts first.');
  const { key } = await createApiKey(operator(organizationId), { name: 'Measurements', trusted: false });
  await withService(async ({ address, pid }) => {
    const read = (file: string) => elsewhere(READER, `${address}/v1/exports/${file}`, key, values.coding);
    // Excludes what every process loads with its first answer.
    await read('participants.csv?search=customer-1');
    for (const file of FILES.filter((name) => name.startsWith(values.only))) {
      const growth = await growthOf(pid, () => read(`${file}.csv`));
      report(`${file}.csv`, Number(growth.result), growth);
    }
  });
});

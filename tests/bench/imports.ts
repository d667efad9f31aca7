/**
 * Imports participants with opening balances and prints the service's memory growth:
 * `DATA_DIR=.bench npm run bench:imports -- [--rows 200000]`. It fails at 100 MiB. Needs a build, and Linux.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Import } from '@/contract/import';
import { withBenchDatabase } from './database';
import { growthOf, report } from './memory';
import { call } from './ratios/service';
import { ADMIN_KEY, elsewhere, withService } from './service';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '200000' } } });
const LOOK_EVERY_MS = 200;

/** Streams a generated file and prints the import. */
const SENDER = `
  const [address, key, rows] = process.argv.slice(1);
  async function* file() {
    yield 'external_id,email,first_name,tags,attributes,asset_symbol,opening_balance\\r\\n';
    for (let row = 0; row < Number(rows);) {
      let text = '';
      for (let end = Math.min(row + 1000, Number(rows)); row < end; row += 1)
        text += 'member-' + row + ',member-' + row + '@example.com,Ada,vip;2026,"{""plan"":""gold""}",PTS,' + (row % 500 + 1) + '.25\\r\\n';
      yield text;
    }
  }
  const body = ReadableStream.from(file()).pipeThrough(new TextEncoderStream());
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'text/csv' };
  const answer = await fetch(address, { method: 'POST', headers, body, duplex: 'half' });
  if (answer.status !== 201) throw new Error(await answer.text());
  console.log((await answer.json()).id);`;

await withBenchDatabase(['shared_buffers=512MB'], () =>
  withService(async ({ address, pid }) => {
    const { api_key: key } = await call<{ api_key: string }>(address, ADMIN_KEY, '/v1/admin/organizations', { name: 'Imported' });
    const program = await call<{ id: string }>(address, key, '/v1/programs', { name: 'Club' });
    const points = { name: 'Points', symbol: 'PTS', scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };
    await call(address, key, '/v1/assets', { ...points, program_ids: [program.id] });
    const to = `${address}/v1/imports/participants?program_id=${program.id}`;
    const run = async (rows: string): Promise<Import> => {
      const id = await elsewhere(SENDER, to, key, rows);
      for (;;) {
        const made = await call<Import>(address, key, `/v1/imports/${id}`);
        if (made.completed_at !== null) return made;
        await delay(LOOK_EVERY_MS);
      }
    };
    await run('600');
    const growth = await growthOf(pid, () => run(values.rows));
    const { rows, credited, status } = growth.result;
    report('participants', rows, growth);
    process.stdout.write(`  ${status}: ${credited} opening balances\n`);
  }),
);

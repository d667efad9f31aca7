/**
 * Reads reports of a million rows, page by page and as CSV, and prints how long pages take and by how much the service's memory grows:
 * `npm run bench:reports -- [--rows 1000000]`. It fails at 100 MiB. Needs a build, and Linux; makes its own database in a directory that it removes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Asset } from '@/contract/asset';
import { databaseUrl, publishSettings } from '@/env';
import { withConnection } from '../../prisma/connect';
import { withBenchDatabase } from './database';
import { growthOf, report } from './memory';
import { ADMIN_KEY, elsewhere, withService } from './service';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const ROWS = Number(values.rows);
const ASSETS = 200;
const PAGE = 200;
const PAGES = 20;

/** Reads CSV to its end and prints how many lines follow its header. */
const CSV = `
  const [address, key] = process.argv.slice(1);
  const answer = await fetch(address, { headers: { authorization: 'Bearer ' + key, accept: 'text/csv', 'accept-encoding': 'identity' } });
  if (!answer.ok) throw new Error(await answer.text());
  let lines = -1;
  for await (const chunk of answer.body) for (let at = -1; (at = chunk.indexOf(10, at + 1)) >= 0;) lines += 1;
  console.log(lines);`;

async function asked<T>(address: string, key: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${address}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface Page {
  readonly data: readonly unknown[];
  readonly pagination: { readonly next_cursor: string | null };
}

/** Walks the first pages and prints how long one takes. */
async function timePages(address: string, key: string, path: string): Promise<void> {
  const taken: number[] = [];
  let cursor = '';
  for (let page = 0; page < PAGES; page++) {
    const since = performance.now();
    const { pagination } = await asked<Page>(address, key, `${path}?limit=${PAGE}${cursor && `&cursor=${cursor}`}`);
    taken.push(performance.now() - since);
    cursor = pagination.next_cursor ?? '';
  }
  const sorted = taken.toSorted((a, b) => a - b);
  process.stdout.write(`  pages of ${PAGE}: ${sorted[PAGES / 2]!.toFixed(0)} ms each, at most ${sorted.at(-1)!.toFixed(0)} ms\n`);
}

/** Lots of every asset that expire on as many days, and a closed period with as many balances, as only years of use would leave them. */
async function fill(organizationId: string, programId: string, assets: readonly Asset[]): Promise<string> {
  const period = crypto.randomUUID();
  const ids = assets.map(({ id }) => id);
  await withConnection(databaseUrl(), async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO expiry_days SELECT $1, $2, a, '2030-01-01'::date + d, 12.34 FROM unnest($3::uuid[]) a, generate_series(1, $4::int) d`,
      [organizationId, programId, ids, ROWS / ASSETS],
    );
    await client.query(
      `INSERT INTO ledger_periods (id, organization_id, status, period_to, entry_count, chain_position, created_at, updated_at, closed_at)
       VALUES ($1, $2, 'CLOSED', '2026-01-01', 0, 0, now(), now(), now())`,
      [period, organizationId],
    );
    await client.query(
      `INSERT INTO ledger_period_balances (organization_id, period_id, program_id, asset_id, account_type, balance)
       SELECT $1, $2, gen_random_uuid(), a, 'PARTICIPANT', 12.34 FROM unnest($3::uuid[]) a, generate_series(1, $4::int)`,
      [organizationId, period, ids, ROWS / ASSETS],
    );
    await client.query('ANALYZE expiry_days, ledger_period_balances');
  });
  return period;
}

const directory = await mkdtemp(join(tmpdir(), 'reports-'));
publishSettings({ DATA_DIR: directory });
try {
  await withBenchDatabase([], () =>
    withService(async ({ address, pid }) => {
      const { id, api_key: key } = await asked<{ id: string; api_key: string }>(address, ADMIN_KEY, '/admin/organizations', {
        name: 'Large',
      });
      const program = await asked<{ id: string }>(address, key, '/programs', { name: 'Large' });
      const assets: Asset[] = [];
      for (let number = 0; number < ASSETS; number++) {
        const terms = { inventory_mode: 'LOT', issuance_policy: 'UNLIMITED', scale: 2, program_ids: [program.id] };
        assets.push(await asked<Asset>(address, key, '/assets', { name: `Asset ${number}`, symbol: `A${number}`, ...terms }));
      }
      const period = await fill(id, program.id, assets);
      // Excludes what every process loads with its first answer.
      await elsewhere(CSV, `${address}/v1/reports/liability`, key);
      for (const [name, path] of [
        ['expirations by day', '/reports/expiration-schedule'],
        ['balances of a period', `/ledger-periods/${period}/trial-balance`],
      ] as const) {
        const query = name.endsWith('day') ? '?granularity=DAY' : '';
        const growth = await growthOf(pid, () => elsewhere(CSV, `${address}/v1${path}${query}`, key));
        report(name, Number(growth.result), growth);
        await timePages(address, key, path);
      }
    }),
  );
} finally {
  await rm(directory, { recursive: true, force: true });
}

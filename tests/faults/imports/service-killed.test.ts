/** kill -9 during an import: it resumes where it stopped, and every line counts once. */
import { expect, test } from 'vitest';
import type { Import } from '@/contract/import';
import { remoteOrganization, type RemoteOrganization } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { CrashableService } from '@tests/support/crash';
import { send } from '@tests/support/http';
import { csv } from '@tests/support/imports';
import { brokenInvariants, type Query } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';

const KILLS = 2;
const PEOPLE = 2_400;
const WRONG = 1_200;
const rows = Array.from({ length: PEOPLE }, (_, n) => `person-${n},vip,P0,${n === WRONG ? 'much' : `${(n % 9) + 1}.5`}`);
const FILE = csv('external_id,tags,asset_symbol,opening_balance', ...rows);
const TOTAL = rows.reduce((sum, row, n) => (n === WRONG ? sum : sum + Number(row.split(',')[3])), 0);

async function sendFile(address: string, { key, programIds }: RemoteOrganization): Promise<string> {
  const path = `/v1/imports/participants?program_id=${programIds[0]!}`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
  const answer = await send(address, { method: 'POST', path, headers, body: FILE });
  expect(answer.status).toBe(201);
  return (JSON.parse(answer.text) as Import).id;
}

const progressOf = async (query: Query, id: string): Promise<number> =>
  (await query<{ processed: number }>('SELECT processed::int FROM imports WHERE id = $1', [id]))[0]!.processed;

/** What an organization has in the end, however often its import was resumed. */
const OUTCOME = `
  SELECT i.status, i.row_count::int AS rows, i.processed::int, i.failed::int, i.created::int, i.credited::int,
    (SELECT count(*)::int FROM participants p WHERE p.organization_id = i.organization_id) AS people,
    (SELECT count(*)::int FROM state_tags t WHERE t.organization_id = i.organization_id) AS tags,
    (SELECT count(*)::int FROM journal_entries e WHERE e.organization_id = i.organization_id) AS entries,
    (SELECT trim_scale(sum(available))::text FROM balances b WHERE b.organization_id = i.organization_id AND account_type = 'PARTICIPANT') AS total
  FROM imports i WHERE i.id = $1`;

test('an import that is killed, and killed again, is done to its last line, and each line once', async ({ onTestFinished }) => {
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  const random = chance('kill -9 amid an import');
  const service = await CrashableService.start(place);
  const id = await sendFile(service.address, await remoteOrganization(service.address));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const query = await service.query();
    const share = (PEOPLE / (KILLS + 1)) * (kill - 1) + random.between(1, PEOPLE / (KILLS + 2));
    await service.until(`${share} lines are done`, async () => (await progressOf(query, id)) >= share);
    await service.kill();
    const done = await progressOf(query, id);
    note(`killed the service with ${done} of ${PEOPLE} lines done`);
    expect(await brokenInvariants(query)).toEqual([]);
    // Expire the dead worker's lease without waiting.
    await query('UPDATE imports SET lease_until = now() WHERE id = $1', [id]);
    await service.restart();
  }
  const query = await service.query();
  await service.until('the import ends', async () => (await query('SELECT 1 FROM imports WHERE completed_at IS NOT NULL')).length > 0);
  const good = PEOPLE - 1;
  expect(await query(OUTCOME, [id])).toEqual([
    {
      status: 'COMPLETED',
      rows: PEOPLE,
      processed: PEOPLE,
      failed: 1,
      created: good,
      credited: good,
      people: good,
      tags: good,
      entries: good,
      total: String(TOTAL),
    },
  ]);
  expect(await brokenInvariants(query)).toEqual([]);
});

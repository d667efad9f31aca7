/** kill -9 while the codes of a file are added: the import goes on where it was, and each line counts once. */
import { expect, test } from 'vitest';
import type { CodeBatch } from '@/contract/code-batch';
import type { CodeImport } from '@/contract/code-import';
import { remoteOrganization, type RemoteOrganization } from '@tests/support/campaign';
import { chance, note } from '@tests/support/chance';
import { CrashableService } from '@tests/support/crash';
import { send } from '@tests/support/http';
import { brokenInvariants, type Query } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';

const KILLS = 2;
const CODES = 80_000;
const LINES = CODES + 3;
/** The last lines repeat an earlier one, repeat it in other spelling, and are no code. */
const FILE = ['code', ...Array.from({ length: CODES }, (_, at) => `LETTER-${at}`), 'LETTER-7', 'letter 7', '*'].join('\n');

async function posted<Body>(address: string, { key }: RemoteOrganization, path: string, type: string, body: string): Promise<Body> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  const answer = await send(address, { method: 'POST', path: `/v1${path}`, headers, body });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return JSON.parse(answer.text) as Body; // as the route declares it
}

const progressOf = async (query: Query, id: string): Promise<number> =>
  (await query<{ done: number }>('SELECT added + refused AS done FROM code_imports WHERE id = $1', [id]))[0]?.done ?? 0;

test('a service that is killed while it adds a file of codes, and killed again, adds each code once and tells each refused line once', async ({
  onTestFinished,
}) => {
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  const random = chance('kill -9 amid an import of codes');
  const service = await CrashableService.start(place);
  const club = await remoteOrganization(service.address);
  const terms = { program_id: club.programIds[0], key: 'letters', name: 'Letters', kind: 'IMPORTED' };
  const batch = await posted<CodeBatch>(service.address, club, '/code-batches', 'application/json', JSON.stringify(terms));
  const { id } = await posted<CodeImport>(service.address, club, `/code-imports?batch_id=${batch.id}`, 'text/csv', FILE);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const query = await service.query();
    const share = (CODES / (KILLS + 1)) * (kill - 1) + random.between(1, CODES / (KILLS + 2));
    await service.until(`${share} lines are done`, async () => (await progressOf(query, id)) >= share);
    await service.kill();
    note(`killed the service with ${await progressOf(query, id)} of ${LINES} lines done`);
    expect(await brokenInvariants(query)).toEqual([]);
    await service.restart();
  }
  const query = await service.query();
  await service.until('the import ends', async () => (await query('SELECT 1 FROM code_imports WHERE completed_at IS NOT NULL')).length > 0);
  const outcome = await query('SELECT status, lines, added, refused FROM code_imports WHERE id = $1', [id]);
  expect(outcome).toEqual([{ status: 'COMPLETED', lines: LINES, added: CODES, refused: 3 }]);
  expect(await query('SELECT line, code, reason FROM code_import_refusals WHERE import_id = $1 ORDER BY line', [id])).toEqual([
    { line: CODES + 2, code: 'LETTER7', reason: 'EXISTS' },
    { line: CODES + 3, code: 'LETTER7', reason: 'EXISTS' },
    { line: CODES + 4, code: '*', reason: 'INVALID' },
  ]);
  expect(await query('SELECT made, wanted FROM code_batches WHERE id = $1', [batch.id])).toEqual([{ made: CODES, wanted: CODES }]);
  expect(await query('SELECT count(*)::int AS n FROM codes WHERE batch_id = $1', [batch.id])).toEqual([{ n: CODES }]);
  expect(await query('SELECT 1 FROM code_import_parts')).toEqual([]);
  expect(await brokenInvariants(query)).toEqual([]);
});

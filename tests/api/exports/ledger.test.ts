import { request } from 'node:http';
import { expect, test } from 'vitest';
import { organization, origin, transports } from '@tests/support/api';
import { books, type Books } from '@tests/support/proof';

const PATH = '/v1/exports/ledger.ndjson';
const authorization = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });

interface ExportRecord {
  record: string;
  [field: string]: unknown;
}

const parsed = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportRecord);

test.each(transports)(
  'over $name the export is one record a line: the ledger, keys, checkpoints, entries in their order, the end',
  async (transport) => {
    const ours = await books();
    const ids = await ours.postEntries(3);
    const { status, headers, text } = await transport.send({ method: 'GET', path: PATH, headers: authorization(ours) });
    expect({ status, type: headers['content-type'], disposition: headers['content-disposition'] }).toEqual({
      status: 200,
      type: 'application/x-ndjson; charset=utf-8',
      disposition: 'attachment; filename="ledger.ndjson"',
    });
    const records = parsed(text);
    expect(records.map(({ record }) => record).filter((kind) => kind !== 'PUBLIC_KEY')).toEqual([
      'LEDGER',
      'CHECKPOINT',
      'ENTRY',
      'ENTRY',
      'ENTRY',
      'SEAL',
      'END',
    ]);
    expect(records[0]).toMatchObject({ format: 'ledger-export:v1', organization_id: ours.id, entries: 3 });
    expect(records.flatMap(({ record, id }) => (record === 'ENTRY' ? [id] : []))).toEqual(ids);
    expect(records.find(({ record }) => record === 'ENTRY')).toMatchObject({
      position: 1,
      postings: [
        { line: 0, account_type: 'SYSTEM_ISSUANCE', amount: '-1.5', lot_postings: [] },
        { line: 1, amount: '1.5', created_at: expect.stringMatching(/Z$/) as string },
      ],
      lots: [],
    });
  },
);

test('an organization without entries has an export that says so', async () => {
  const { text } = await transports[0]!.send({ method: 'GET', path: PATH, headers: authorization(await organization()) });
  expect(parsed(text).filter(({ record }) => record !== 'PUBLIC_KEY')).toMatchObject([
    { record: 'LEDGER', entries: 0 },
    { record: 'END', entries: 0 },
  ]);
});

test('an export holds nothing of another organization, and needs a key', async () => {
  const [ours, theirs] = [await books(), await books()];
  await theirs.postEntries(2);
  const { text } = await transports[0]!.send({ method: 'GET', path: PATH, headers: authorization(ours) });
  expect(text).not.toContain(theirs.id);
  expect((await transports[0]!.send({ method: 'GET', path: PATH })).status).toBe(401);
});

test.each(transports)('over $name HEAD answers the headers alone', async (transport) => {
  const { status, headers, text } = await transport.send({ method: 'HEAD', path: PATH, headers: authorization(await organization()) });
  expect({ status, type: headers['content-type'], text }).toEqual({ status: 200, type: 'application/x-ndjson; charset=utf-8', text: '' });
});

/** Reads and discards the export at the pace of `onChunk`; returns the number of bytes. */
function readThrough(ours: Books, onChunk: () => void): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    request(`${origin()}${PATH}`, { headers: authorization(ours) }, (incoming) => {
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        onChunk();
      });
      incoming.on('end', () => resolve(bytes));
      incoming.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

test('fifty thousand entries are exported in the memory of a few pages', { timeout: 120_000 }, async () => {
  const ours = await books();
  for (let i = 0; i < 10; i++) await ours.postEntries(5_000);
  await ours.seal();
  await readThrough(ours, () => undefined);
  const before = process.memoryUsage().rss;
  let highest = before;
  const bytes = await readThrough(ours, () => void (highest = Math.max(highest, process.memoryUsage().rss)));
  expect(bytes).toBeGreaterThan(50_000 * 500);
  // Held in memory, the entries alone take 74 MB, and their text another 63 MB.
  expect((highest - before) / 2 ** 20).toBeLessThan(70);
});

test('a reader that goes away ends its export, and others are served', async () => {
  const ours = await books();
  await ours.postEntries(3_000);
  await ours.seal();
  await new Promise<void>((resolve) => {
    const outgoing = request(`${origin()}${PATH}`, { headers: authorization(ours) }, (incoming) => {
      incoming.once('data', () => outgoing.destroy());
      incoming.on('error', () => undefined);
      incoming.on('close', resolve);
    });
    outgoing.on('error', () => undefined).end();
  });
  expect(await readThrough(ours, () => undefined)).toBeGreaterThan(0);
});

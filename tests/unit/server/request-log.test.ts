import { expect, test } from 'vitest';
import type { LoggedRequest } from '@/server/db/repositories/organizations/request-logs';
import { loggedRequest } from '@tests/support/logged-request';
import { RequestLog } from '@/server/observability/request-log';

const ROW = loggedRequest({ path: '/v1/programs?token=sk_0123456789abcdef', response_body: '{"secret":"a\\"b"}', response_body_bytes: 17 });

test('rows are written together, redacted, in the order in which they came', async () => {
  const written: LoggedRequest[][] = [];
  const log = new RequestLog(async (rows) => void written.push([...rows]));
  log.add(ROW);
  log.add({ ...ROW, request_id: 'req_2' });
  await log.flush();
  expect(written.map((rows) => rows.map(({ request_id }) => request_id))).toEqual([['req_1', 'req_2']]);
  expect(written[0]![0]).toMatchObject({ path: '/v1/programs?token=[redacted]', response_body: '{"secret":"[redacted]"}' });
});

test('a database that refuses costs the rows of that batch and nothing else', async () => {
  let refused = 0;
  const written: string[] = [];
  const log = new RequestLog(async (rows) => {
    if (refused++ === 0) throw new Error('the database is away');
    written.push(...rows.map(({ request_id }) => request_id));
  });
  log.add(ROW);
  await log.flush();
  log.add({ ...ROW, request_id: 'req_2' });
  await log.flush();
  expect(written).toEqual(['req_2']);
});

test('while the database does not keep up, what waits is bounded', async () => {
  let count = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const log = new RequestLog(async (rows) => {
    await held;
    count += rows.length;
  });
  for (let index = 0; index < 20_000; index++) log.add(ROW);
  release();
  await log.flush();
  expect(count).toBeGreaterThanOrEqual(5_000);
  expect(count).toBeLessThanOrEqual(6_000);
});

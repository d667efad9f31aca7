import { expect, test } from 'vitest';
import type { RequestLogResource, RequestLogDetail } from '@/contract/log';
import { statement } from '@/server/db/transaction';
import { firstIdAt } from '@/server/platform/ids';
import { HOLDER_OF_BLOCK, unpackBodies } from '@/server/db/repositories/organizations/logged-bodies';
import { insertRequestLogs } from '@/server/db/repositories/organizations/request-logs';
import { requestLog } from '@/server/observability/request-log';
import { pruneRequestLogs } from '@/server/services/organizations/request-logs';
import { organization, origin, type Api } from '@tests/support/api';
import { send } from '@tests/support/http';
import { loggedRequest } from '@tests/support/logged-request';
import { tamper } from '@tests/support/proof';

const DAY_MS = 86_400_000;

interface Page {
  data: RequestLogResource[];
  pagination: { has_more: boolean; next_cursor: string | null };
}

async function logged(api: Api, query = ''): Promise<RequestLogResource[]> {
  await requestLog().flush();
  return (await api.get<Page>(`/logs${query}`)).body.data;
}

async function detail(api: Api, query: string): Promise<RequestLogDetail> {
  const [row] = await logged(api, query);
  return (await api.get<RequestLogDetail>(`/logs/${row!.id}`)).body;
}

test('a request is found by the id that its answer carried, with its route, status, key and duration', async () => {
  const { api } = await organization();
  const answer = await api.post('/programs', { name: 'Coffee' }, { 'idempotency-key': 'first' });
  const [row] = await logged(api, `?request_id=${String(answer.headers['x-request-id'])}`);
  expect(row).toMatchObject({
    method: 'POST',
    path: '/v1/programs',
    route: '/v1/programs',
    status: 201,
    error_code: null,
    idempotency_key: 'first',
  });
  expect(row!.api_key_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(row!.duration_ms).toBeGreaterThan(0);
});

test('a refused request is logged with its code and with the body that was refused', async () => {
  const { api } = await organization();
  await api.post('/programs', { name: '', colour: 'blue' });
  const row = await detail(api, '?outcome=FAILED');
  expect(row).toMatchObject({ status: 400, error_code: 'validation_error', request_body: '{"name":"","colour":"blue"}' });
  expect(JSON.parse(row.response_body!)).toMatchObject({ code: 'validation_error', request_id: row.request_id });
});

test('a request for a path or method that does not exist is logged for the organization whose key it carried', async () => {
  const { api, key } = await organization();
  for (const [method, path] of [
    ['GET', '/v1/particpants'],
    ['DELETE', '/v1/programs'],
  ] as const)
    await send(origin(), { method, path, headers: { authorization: `Bearer ${key}` } });
  expect(await logged(api, '?outcome=FAILED&sort_dir=asc')).toMatchObject([
    { method: 'GET', path: '/v1/particpants', route: null, status: 404, error_code: 'not_found' },
    { method: 'DELETE', path: '/v1/programs', route: null, status: 405, error_code: 'method_not_allowed' },
  ]);
});

test('secrets and personal data are replaced before they are stored', async () => {
  const { id, api } = await organization();
  const profile = { external_id: 'ada', email: 'ada@example.com', phone: '+44 20 7946 0000', first_name: 'Ada "the \\ first"' };
  await api.post('/participants', { ...profile, attributes: { note: 'sk_live_0123456789abcdef' } });
  const endpoint = await api.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] });
  await requestLog().flush();
  const rows = await statement<{ bodies: Buffer; block: Buffer | null }>(
    `SELECT bodies, (SELECT bodies FROM request_logs WHERE id = ${HOLDER_OF_BLOCK}) AS block FROM request_logs t WHERE organization_id = $1`,
    [id],
  );
  const stored = rows.map(({ bodies, block }) => Object.values(unpackBodies(bodies, block)).join('\n')).join('\n');
  expect(stored).toContain('"email":"[redacted]"');
  for (const leak of ['ada@example.com', '7946 0000', 'the \\\\ first', 'sk_live_0123456789abcdef', String(endpoint.body.secret)])
    expect(stored).not.toContain(leak);
});

test('a body beyond 16 KiB is left out and its length told', async () => {
  const { api } = await organization();
  await api.post('/programs', { name: 'x'.repeat(20_000) });
  const row = await detail(api, '?method=POST');
  expect(row.request_body).toBeNull();
  expect(row.request_body_bytes).toBeGreaterThan(20_000);
});

test('lists filter by method, route, status and outcome, and page by cursor', async () => {
  const { api } = await organization();
  await api.get('/programs');
  await api.get('/programs/00000000-0000-4000-8000-000000000000');
  await api.post('/programs', { name: 'a' });
  expect((await logged(api, '?method=POST')).map(({ status }) => status)).toEqual([201]);
  expect((await logged(api, '?route=%2Fv1%2Fprograms%2F%7Bid%7D')).map(({ error_code }) => error_code)).toEqual(['not_found']);
  expect((await logged(api, '?status=404')).length).toBe(1);
  expect((await logged(api, '?outcome=SUCCEEDED&method=POST')).length).toBe(1);
  const first = (await api.get<Page>('/logs?limit=2')).body;
  const second = (await api.get<Page>(`/logs?limit=2&cursor=${first.pagination.next_cursor}`)).body;
  expect(first.data).toHaveLength(2);
  expect(second.data.map(({ id }) => id)).not.toContain(first.data[0]!.id);
});

test('what was changed of a record is found by its path, and so is what was tried, but no read and no other record', async () => {
  const { api } = await organization();
  for (const external_id of ['ada', 'ada2']) await api.post('/participants', { external_id });
  await api.get('/participants/ext:ada');
  await api.patch('/participants/ext:ada', { display_name: 'Ada' });
  await api.patch('/participants/ext:ada2', { display_name: 'Ada' });
  await api.post('/participants/ext:ada/balances/adjust?x=1', {});
  await api.post('/participants/ext:ada/nothing', {});
  const found = await logged(api, `?record=${encodeURIComponent('/v1/participants/ext:ada')}`);
  expect(found.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['POST', '/v1/participants/ext:ada/balances/adjust?x=1', 400],
    ['PATCH', '/v1/participants/ext:ada', 200],
  ]);
  expect(await logged(api, '?record=ada')).toEqual([]);
});

test('a list by route, key or record has every request of its window once, in the order of their times, however close they were', async () => {
  const { id, api } = await organization();
  const [key, begin] = [crypto.randomUUID(), Date.now() - 60_000];
  const times = Array.from({ length: 40 }, (_, n) => begin + (n % 2 === 0 ? n : n * 400));
  const requestAt = (time: number, n: number) =>
    loggedRequest({
      organization_id: id,
      request_id: `req_${firstIdAt(new Date(time)).replaceAll('-', '').slice(0, 12)}${String(n).padStart(16, '0')}`,
      method: 'PATCH',
      path: '/v1/programs/one',
      route: '/v1/programs/{id}',
      api_key_id: key,
    });
  await insertRequestLogs(times.map(requestAt));
  const [from, to] = [begin + 4, begin + 9_000].map((time) => new Date(time).toISOString());
  const expected = times.filter((time) => time >= begin + 4 && time < begin + 9_000).sort((a, b) => a - b);
  for (const filter of ['route=%2Fv1%2Fprograms%2F%7Bid%7D', `api_key_id=${key}`, 'record=%2Fv1%2Fprograms%2Fone'])
    for (const direction of ['asc', 'desc'] as const) {
      const found: number[] = [];
      for (let cursor = ''; ;) {
        const { data, pagination } = (await api.get<Page>(`/logs?${filter}&from=${from}&to=${to}&sort_dir=${direction}&limit=7${cursor}`))
          .body;
        found.push(...data.map(({ created_at }) => Date.parse(created_at)));
        if (!pagination.has_more) break;
        cursor = `&cursor=${pagination.next_cursor}`;
      }
      expect(found).toEqual(direction === 'asc' ? expected : expected.toReversed());
    }
});

test('the bodies of requests that were written together are each read with their own', async () => {
  const { api } = await organization();
  for (const name of ['One', 'Two', 'Three']) await api.post('/programs', { name });
  const rows = await logged(api, '?method=POST&sort_dir=asc');
  const details = await Promise.all(rows.map(async ({ id }) => (await api.get<RequestLogDetail>(`/logs/${id}`)).body));
  expect(details.map(({ request_body }) => request_body)).toEqual(['{"name":"One"}', '{"name":"Two"}', '{"name":"Three"}']);
  expect(details.map(({ response_body }) => (JSON.parse(response_body!) as { name: string }).name)).toEqual(['One', 'Two', 'Three']);
});

test('another organization sees nothing of it', async () => {
  const [one, two] = [await organization(), await organization()];
  await one.api.get('/programs');
  const [row] = await logged(one.api);
  expect(await logged(two.api, `?request_id=${row!.request_id}`)).toEqual([]);
  expect(await two.api.get(`/logs/${row!.id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('the log is CSV where that is asked for', async () => {
  const { api, key } = await organization();
  await api.get('/programs');
  await requestLog().flush();
  const { headers, text } = await send(origin(), {
    method: 'GET',
    path: '/v1/logs?format=csv',
    headers: { authorization: `Bearer ${key}` },
  });
  const [head, row] = text.split('\r\n');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(head).toBe(
    'id,request_id,method,path,route,status,error_code,duration_ms,api_key_id,on_behalf_of,client_name,idempotency_key,created_at',
  );
  expect(row).toContain(',GET,/v1/programs,/v1/programs,200,');
});

test('what is older than 30 days is removed, and nothing younger', async () => {
  const { api } = await organization();
  await api.get('/programs');
  await api.get('/assets');
  const [newest, oldest] = await logged(api);
  await tamper('UPDATE request_logs SET id = $2 WHERE id = $1', [oldest!.id, firstIdAt(new Date(Date.now() - 31 * DAY_MS))]);
  await pruneRequestLogs({ clock: { now: () => new Date() } });
  const left = (await logged(api)).map(({ id }) => id);
  expect(left).toContain(newest!.id);
  expect(left.filter((id) => id <= oldest!.id)).toEqual([]);
});

import { expect, test } from 'vitest';
import { ERROR_CODES } from '@/domain/errors';
import { publishSettings } from '@/env';
import { addReadinessCheck } from '@/server/readiness';
import { organization, origin } from '@tests/support/api';
import { send } from '@tests/support/http';

const get = (path: string, headers: Record<string, string> = {}) => send(origin(), { method: 'GET', path, headers });

test('healthz and readyz answer without a key, and readyz names each check', async () => {
  expect(await get('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  const ready = await get('/readyz');
  expect(ready.status).toBe(200);
  expect(JSON.parse(ready.text)).toMatchObject({ status: 'ok', checks: { database: 'ok' } });
});

test('readyz answers 503 while a check fails', async () => {
  addReadinessCheck('jobs', () => Promise.reject(new Error('not running')));
  const failing = await get('/readyz');
  expect(failing.status).toBe(503);
  expect(JSON.parse(failing.text)).toMatchObject({ status: 'unavailable', checks: { database: 'ok', jobs: 'failed' } });
  addReadinessCheck('jobs', () => undefined);
  expect(await get('/readyz')).toMatchObject({ status: 200 });
});

async function counted(): Promise<number> {
  const { status, text } = await get('/metrics');
  expect(status).toBe(200);
  const found = /http_request_duration_seconds_count\{method="GET",route="\/v1\/programs",status="200"\} (\d+)/.exec(text);
  return Number(found?.[1] ?? 0);
}

test('metrics count requests by route, and answer loopback only unless there is a token', async () => {
  const { api } = await organization();
  const before = await counted();
  await api.get('/programs');
  expect(await counted()).toBe(before + 1);
  expect(await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).toMatchObject({ status: 403 });
  publishSettings({ METRICS_TOKEN: 'secret-token' });
  expect(await get('/metrics')).toMatchObject({ status: 401 });
  expect(await get('/metrics', { authorization: 'Bearer wrong' })).toMatchObject({ status: 401 });
  expect(await get('/metrics', { authorization: 'Bearer secret-token' })).toMatchObject({ status: 200 });
});

test('each error code has a page, as HTML and as JSON', async () => {
  for (const code of Object.keys(ERROR_CODES)) {
    const page = await get(`/errors/${code}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<code>${code}</code>`);
  }
  const json = await get('/errors/invalid_cursor', { accept: 'application/json' });
  expect(JSON.parse(json.text)).toMatchObject({ code: 'invalid_cursor', status: 400, type: 'invalid_request' });
  expect(await get('/errors/no_such_code')).toMatchObject({ status: 404 });
  expect(await get('/errors/constructor')).toMatchObject({ status: 404 });
});

test('the reference has a page for each section, and each route stands on one', async () => {
  const overview = await get('/docs');
  expect(overview.status).toBe(200);
  const { paths } = JSON.parse((await get('/openapi.json')).text) as {
    paths: Record<string, Record<string, { tags: string[]; operationId: string }>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations.length).toBeGreaterThan(10);
  for (const { tags, operationId } of operations) {
    expect(overview.text).toContain(`href="/docs/${tags[0]}#${operationId}"`);
    expect((await get(`/docs/${tags[0]}`)).text).toContain(`id="${operationId}"`);
  }
  expect(await get('/docs/nothing')).toMatchObject({ status: 404 });
});

test('the changelog is a page and a well-formed Atom feed', async () => {
  expect((await get('/changelog')).text).toContain('2026-10-01');
  const feed = await get('/changelog.xml');
  expect(feed.headers['content-type']).toContain('application/atom+xml');
  expect(feed.text).toMatch(
    /^<\?xml[^]*<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">[^]*<entry>[^]*<updated>2026-10-01T00:00:00Z<\/updated>[^]*<\/feed>\s*$/,
  );
});

test('pages run no scripts and take only GET and HEAD', async () => {
  const page = await get('/docs');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.text).not.toContain('<script');
  const posted = await send(origin(), { method: 'POST', path: '/docs' });
  expect(posted).toMatchObject({ status: 405 });
  expect(posted.headers.allow).toBe('GET, HEAD');
  expect(await send(origin(), { method: 'HEAD', path: '/docs' })).toMatchObject({ status: 200, text: '' });
});

test.each(['/', '/dashboard', '/v10/programs', '/docsx', '/api/trpc/x'])(
  '%s is left to whoever serves the rest of the site',
  async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, text: 'not a path of the API' });
  },
);

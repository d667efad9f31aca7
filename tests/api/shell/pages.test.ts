import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ErrorBody } from '@/contract/error';
import { ERROR_CODES } from '@/domain/errors';
import { UNUSED_ERROR_CODES } from '@/domain/unused-error-codes';
import { publishSettings } from '@/env';
import { addReadinessCheck } from '@/server/observability/readiness';
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
  const elsewhere = await get('/metrics', { 'x-forwarded-for': '203.0.113.7' });
  expect({ status: elsewhere.status, code: (JSON.parse(elsewhere.text) as ErrorBody).code }).toEqual({ status: 403, code: 'forbidden' });
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

interface Described {
  readonly tags: readonly string[];
  readonly operationId: string;
}

async function describedOperations(): Promise<Described[]> {
  const { paths } = JSON.parse((await get('/openapi.json')).text) as { paths: Record<string, Record<string, Described>> };
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

test('the reference has a page for each section, and each route stands on one', async () => {
  const overview = await get('/docs/api');
  expect(overview.status).toBe(200);
  const operations = await describedOperations();
  expect(operations.length).toBeGreaterThan(10);
  for (const { tags, operationId } of operations) {
    expect(overview.text).toContain(`href="/docs/api/${tags[0]}#${operationId}"`);
    expect((await get(`/docs/api/${tags[0]}`)).text).toContain(`id="${operationId}"`);
  }
  expect(await get('/docs/api/nothing')).toMatchObject({ status: 404 });
  expect(await get('/docs/nothing')).toMatchObject({ status: 404 });
});

test('the reference tells of every form that a body or an answer has', async () => {
  expect((await get('/docs/api/reports')).text).toContain('<p>Also as <code>text/csv</code>.</p>');
  const imports = (await get('/docs/api/imports')).text;
  expect(imports).toMatch(/<h3>Body<\/h3>\s*<p>As <code>text\/csv<\/code>\.<\/p>/);
});

test('where the reference used to stand leads to where it stands, or to a guide that does', async () => {
  const moved = await get('/docs/programs');
  expect(moved.status).toBe(308);
  expect(moved.headers.location).toBe('/docs/api/programs');
  const sections = new Set((await describedOperations()).flatMap(({ tags }) => tags));
  for (const section of sections) {
    const { status, headers, text } = await get(`/docs/${section}`);
    expect(status === 308 ? headers.location : text).toContain(`/docs/api/${section}`);
  }
});

test('a page that does not exist is one for people and an error for programs', async () => {
  for (const path of ['/docs/nothing', '/docs/api/nothing', '/errors/no_such_code']) {
    const page = await get(path, { accept: 'text/html,application/xhtml+xml' });
    expect({ status: page.status, type: page.headers['content-type'] }).toEqual({ status: 404, type: 'text/html; charset=utf-8' });
    expect(page.text).toContain('<a href="/docs">the documentation</a>');
    expect(JSON.parse((await get(path)).text)).toMatchObject({ code: 'not_found' });
  }
});

/** Every link on a documentation page that leads to this service. */
async function linksOf(path: string): Promise<string[]> {
  const { text } = await get(path);
  return [...text.matchAll(/ href="([/#][^"]*)"/g)].map(([, href = '']) => (href.startsWith('#') ? `${path}${href}` : href));
}

test('every link between pages leads to a page, and to a place on it', async () => {
  const home = await linksOf('/docs');
  const pages = [...new Set(home.map((href) => href.split('#')[0]!))].filter((path) => path !== '/');
  expect(pages.length).toBeGreaterThan(40);
  const links = new Set((await Promise.all(pages.map(linksOf))).flat());
  const texts = new Map<string, string>();
  const broken: string[] = [];
  for (const href of links) {
    const [path = '', anchor] = href.split('#');
    if (path === '/') continue;
    if (!texts.has(path)) {
      const { status, text } = await get(path);
      texts.set(path, status === 200 ? text : '');
    }
    const text = texts.get(path)!;
    if (text === '' || (anchor !== undefined && !text.includes(`id="${anchor}"`))) broken.push(href);
  }
  expect(broken).toEqual([]);
});

test.each([
  ['a page by its words', 'settlement provisional', '/docs/holds'],
  ['a route by its path', 'reset-budget', '/docs/api/rules#rules-resetBudget'],
  ['a field by its name', 'on_unknown_participant', '/docs/api/programs#programs-create'],
  ['an error by its code', 'insufficient_funds', '/errors/insufficient_funds'],
  ['a function of expressions', 'lowerAscii', '/docs/cel#texts-lists-and-maps'],
])('the search finds %s', async (_, query, path) => {
  const { status, text } = await get(`/docs/search?q=${encodeURIComponent(query)}`);
  expect(status).toBe(200);
  expect(text).toContain(`<a href="${path}">`);
});

test('the search takes anything as text', async () => {
  const { status, text } = await get(`/docs/search?q=${encodeURIComponent('<script>alert(1)</script> ((*')}`);
  expect(status).toBe(200);
  expect(text).not.toContain('<script>alert');
  expect((await get('/docs/search?q=')).text).toContain('Enter a word, a route');
});

test('errors are grouped by status, can be searched, and tell which routes answer them', async () => {
  const index = await get('/errors');
  for (const status of new Set(Object.values(ERROR_CODES).map((entry) => entry.status)))
    expect(index.text).toContain(`id="status-${status}"`);
  const found = await get('/errors?q=wallet');
  expect(found.text).toContain('/errors/invalid_issuance_policy');
  expect(found.text).not.toContain('/errors/invalid_cursor"');
  expect((await get('/errors/conflict_no')).status).toBe(404);
  expect((await get('/errors/already_reversed')).text).toContain('<code>POST /v1/redemptions/{id}/reverse</code>');
  const json = await get('/errors/rate_limit_exceeded', { accept: 'application/json' });
  expect(JSON.parse(json.text)).toMatchObject({ retry: 'Retry after the seconds in Retry-After.' });
});

test('a code that is reserved says that nothing answers it, and names no route', async () => {
  const reserved = await get('/errors/invalid_pass_template');
  expect(reserved.text).toContain('None: the code is reserved, and nothing returns it.');
  expect(reserved.text).not.toContain('/docs/api/programs#');
  const listed = JSON.parse((await get('/errors', { accept: 'application/json' })).text) as { data: { code: string; reserved: boolean }[] };
  expect(listed.data.find(({ code }) => code === 'invalid_pass_template')).toMatchObject({ reserved: true });
  expect(listed.data.find(({ code }) => code === 'not_found')).toMatchObject({ reserved: false });
});

test('codes that nothing answers are listed apart with the reason, and are no part of the API description', async () => {
  const page = (await get('/errors')).text;
  const [answered = '', apart = ''] = page.split('id="unused"');
  const unused = Object.entries(UNUSED_ERROR_CODES);
  const linked = (part: string) => new Set([...part.matchAll(/href="\/errors\/(\w+)"/g)].map(([, code]) => code!));
  expect([...linked(apart)].sort()).toEqual(unused.map(([code]) => code).sort());
  expect(unused.filter(([code]) => linked(answered).has(code))).toEqual([]);
  for (const [, { unusedBecause }] of unused) expect(unusedBecause?.length).toBeGreaterThan(20);
  const { components } = JSON.parse((await get('/openapi.json')).text) as {
    components: { schemas: { Error: { properties: { code: { enum: string[] } } } } };
  };
  const described = components.schemas.Error.properties.code.enum;
  expect(described).toContain('not_found');
  expect(unused.filter(([code]) => described.includes(code))).toEqual([]);
});

test('the changelog is a page and a well-formed Atom feed', async () => {
  expect((await get('/changelog')).text).toContain('2026-10-01');
  const feed = await get('/changelog.xml');
  expect(feed.headers['content-type']).toContain('application/atom+xml');
  expect(feed.text).toMatch(
    /^<\?xml[^]*<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">[^]*<entry>[^]*<updated>2026-10-01T00:00:00Z<\/updated>[^]*<\/feed>\s*$/,
  );
});

test('pages run no script but the one whose hash their policy names, and take only GET and HEAD', async () => {
  const page = await get('/docs');
  const policy = page.headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  const scripts = [...page.text.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);
  expect(scripts).toHaveLength(1);
  expect(page.text.match(/<script/g)).toHaveLength(1);
  expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(scripts[0]!).digest('base64')}'`);
  const posted = await send(origin(), { method: 'POST', path: '/docs' });
  expect(posted).toMatchObject({ status: 405 });
  expect(posted.headers.allow).toBe('GET, HEAD');
  expect(await send(origin(), { method: 'HEAD', path: '/docs' })).toMatchObject({ status: 200, text: '' });
});

test.each(['/', '/dashboard', '/v10/programs', '/docsx', '/api/trpc/x'])(
  '%s is left to whoever serves the rest of the site',
  async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, text: '' });
  },
);

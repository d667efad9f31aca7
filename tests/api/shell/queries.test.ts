import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '@/contract/error';
import { organization, transports } from '@tests/support/api';

describe.each(transports)('query strings over $name', ({ send }) => {
  async function list(query: string) {
    const { key } = await organization();
    const answer = await send({ method: 'GET', path: `/v1/programs?${query}`, headers: { authorization: `Bearer ${key}` } });
    return { status: answer.status, body: JSON.parse(answer.text) as ErrorBody };
  }

  test.each([
    'limit=1',
    'limit=200',
    'include_archived=true',
    'include_archived=false',
    'from=2026-01-01T00:00:00%2B02:00&to=2026-01-02T00:00:00Z',
    'from=0001-01-01T23:59:59-23:59&to=9999-12-31T00:00:00-23:59',
    'search=a+b%20c',
    '',
  ])('%s is accepted', async (query) => {
    expect(await list(query)).toMatchObject({ status: 200 });
  });

  test.each([
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=201', 'limit', 'out_of_range'],
    ['limit=ten', 'limit', 'invalid_type'],
    ['limit=1.0', 'limit', 'invalid_type'],
    ['limit=', 'limit', 'invalid_type'],
    ['limit=0x10', 'limit', 'invalid_type'],
    ['limit=1e2', 'limit', 'invalid_type'],
    ['include_archived=1', 'include_archived', 'invalid_type'],
    ['include_archived=TRUE', 'include_archived', 'invalid_type'],
    ['include_archived=', 'include_archived', 'invalid_type'],
    ['status=active', 'status', 'invalid_value'],
    ['sort_by=id', 'sort_by', 'invalid_value'],
    ['sort_dir=DESC', 'sort_dir', 'invalid_value'],
    ['created_after=2026-01-01', 'created_after', 'unknown_field'],
    ['from=2026-01-01', 'from', 'invalid_format'],
    ['from=2026-02-30T00:00:00Z', 'from', 'invalid_format'],
    ['to=2026-01-01T00:00:00Z', 'from', 'required'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from', 'out_of_range'],
    ['from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from', 'out_of_range'],
    ['limit=1&limit=2', 'limit', 'multiple_values'],
    ['search=a%00b', 'search', 'invalid_characters'],
  ])('%s is refused by name', async (query, field, reason) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { code: 'validation_error', param: field, fields: [{ field, reason }] } });
  });

  test('every failing parameter is listed in one pass', async () => {
    const { body } = await list('limit=0&sort_by=id&sort_by=name&colour=red&to=2026-01-01T00:00:00Z');
    expect(body.fields?.map(({ field }) => field).sort()).toEqual(['colour', 'from', 'limit', 'sort_by', 'sort_by']);
    expect(body.param).toBeUndefined();
  });

  test('a query that is not properly encoded answers 400', async () => {
    expect(await list('search=%ff')).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  });

  test('a route with a body takes no undeclared query', async () => {
    const { key } = await organization();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await send({ method: 'POST', path: '/v1/programs?name=x', headers, body: '{"name":"y"}' });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ param: 'name', fields: [{ field: 'name', reason: 'unknown_field' }] });
  });
});

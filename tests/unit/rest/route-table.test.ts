import { expect, test } from 'vitest';
import { z } from 'zod';
import { DomainError } from '@/domain/errors';
import { route, type RouteDeclaration } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { RouteTable } from '@/server/rest/route-table';

const serve = (method: RouteDeclaration['method'], path: RouteDeclaration['path'], query: string[] = []) =>
  organizationProcedure
    .meta(route({ method, path, query, summary: path, errors: [] }))
    .input(
      z.strictObject({
        id: z.string().optional(),
        key: z.string().optional(),
        deep: z.boolean().default(false),
        count: z.int().nullable().optional(),
      }),
    )
    .query(() => null);

const table = new RouteTable(
  router({
    read: serve('GET', '/v1/participants/{id}'),
    lookup: serve('POST', '/v1/participants/lookup', ['count']),
    attribute: serve('GET', '/v1/participants/{id}/state/{key}'),
    tags: serve('PATCH', '/v1/participants/{id}/state/tags'),
    hidden: organizationProcedure.query(() => null),
  }),
);

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'found';
}

test.each([
  ['ext%3Auser-42', 'ext:user-42'],
  ['ext:user-42', 'ext:user-42'],
  ['ext:a%2Fb', 'ext:a/b'],
  ['ext:a%3Ab%20c', 'ext:a:b c'],
  ['ext:Zo%C3%AB%20%E2%9C%93', 'ext:Zoë ✓'],
  ['ext:%2525', 'ext:%25'],
  ['ext:a+b', 'ext:a+b'],
  ['ext:..', 'ext:..'],
])('the path segment %s is read as %s', (segment, value) => {
  expect(table.find('GET', `/v1/participants/${segment}`).params).toEqual({ id: value });
  expect(table.find('GET', `/v1/participants/${segment}/state/a%2Fb`).params).toEqual({ id: value, key: 'a/b' });
});

test('a literal segment wins over a parameter where it has the method, and gives way where it has not', () => {
  expect(table.find('POST', '/v1/participants/lookup').endpoint.name).toBe('lookup');
  expect(table.find('GET', '/v1/participants/lookup')).toMatchObject({ endpoint: { name: 'read' }, params: { id: 'lookup' } });
  expect(table.find('PATCH', '/v1/participants/x/state/tags').endpoint.name).toBe('tags');
  expect(table.find('GET', '/v1/participants/x/state/tags').endpoint.name).toBe('attribute');
});

test('a path that is unknown differs from a method that is', () => {
  expect(codeOf(() => table.find('GET', '/v1/participants/x/state'))).toBe('not_found');
  expect(codeOf(() => table.find('DELETE', '/v1/participants/x'))).toBe('method_not_allowed');
  expect(codeOf(() => table.find('GET', '/v1/hidden'))).toBe('not_found');
});

test('query fields are known by the JSON type of their schema, through defaults and nullability', () => {
  const fields = (name: string) => Object.fromEntries(table.endpoints.find((endpoint) => endpoint.name === name)!.queryFields);
  expect(fields('read')).toEqual({ key: 'string', deep: 'boolean', count: 'integer' });
  expect(fields('lookup')).toEqual({ count: 'integer' });
  expect(fields('tags')).toEqual({});
});

test('two procedures cannot claim one route', () => {
  expect(() => new RouteTable(router({ one: serve('GET', '/v1/x/{id}'), two: serve('GET', '/v1/x/{key}') }))).toThrow('GET /v1/x/{key}');
});

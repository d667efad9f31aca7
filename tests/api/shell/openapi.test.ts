import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { appRouter } from '@/server/api/root';
import { RouteTable } from '@/server/rest/route-table';
import { origin } from '@tests/support/api';
import { assertDocumented } from '@tests/support/documented';
import { send } from '@tests/support/http';

interface Operation {
  operationId: string;
  summary?: string;
  tags: string[];
  parameters?: { $ref?: string; in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown>; additionalProperties?: unknown } }> };
  responses: Record<string, unknown>;
  'x-service-idempotency': string;
}

interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

let answered: Promise<Description> | null = null;

/** As it is served, which no test changes. */
async function document(): Promise<Description> {
  answered ??= send(origin(), { method: 'GET', path: '/openapi.json' }).then(({ text }) => JSON.parse(text) as Description);
  return answered;
}

const { endpoints } = new RouteTable(appRouter);

test('the description is valid OpenAPI 3.1', async () => {
  const described = await document();
  expect(described.openapi).toMatch(/^3\.1\./);
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(described)) as Record<string, unknown>);
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test('it describes every route and no other', async () => {
  const { paths } = await document();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(endpoints.map(({ route }) => `${route.method} ${route.path}`).sort());
});

test.each(endpoints.map(({ name, route, queryFields }) => ({ name, route, queryFields })))(
  '$name is described with its statuses, marker and the place of each input',
  async ({ route, queryFields }) => {
    const operation = (await document()).paths[route.path]![route.method.toLowerCase()]!;
    const statuses = [...route.statuses, ...route.errors].map(String).sort();
    expect(Object.keys(operation.responses).sort()).toEqual(statuses);
    expect(route.errors).toEqual(expect.arrayContaining([400, 401, 403, 429, 500]));
    expect(operation.summary).toBeTruthy();
    expect(operation['x-service-idempotency']).toBe(route.idempotency);
    const parameters = operation.parameters ?? [];
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(route.pathParams);
    expect(
      parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...queryFields.keys()].sort());
    const body = operation.requestBody?.content['application/json']?.schema.properties ?? {};
    for (const name of [...route.pathParams, ...queryFields.keys()]) expect(body).not.toHaveProperty(name);
    const headers = parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    expect(headers).toBe(route.idempotency === 'replay' || route.idempotency === 'conflict_safe');
  },
);

test('an undocumented status and a body that does not fit are found out', () => {
  const headers = { 'x-request-id': 'req_1', 'content-type': 'application/json' };
  expect(() => assertDocumented('GET', '/v1/programs', { status: 418, headers, text: '{}' })).toThrow('not documented');
  expect(() => assertDocumented('GET', '/v1/programs', { status: 200, headers, text: '{"data":[{"id":1}]}' })).toThrow('does not fit');
  expect(() => assertDocumented('GET', '/v1/programs', { status: 200, headers: {}, text: '{}' })).toThrow('X-Request-ID');
});

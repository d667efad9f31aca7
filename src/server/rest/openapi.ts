/**
 * Builds the OpenAPI description of the API from the procedures, so that nothing in it is written twice. The generator provides
 * parameters, bodies and responses; what it cannot know (actual statuses, errors, headers, the idempotency marker) is corrected
 * from the same declarations.
 */
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi';
import { z } from 'zod';
import { BatchedOperation } from '@/contract/balance-batch';
import { ErrorBody } from '@/contract/error';
import { present } from '@/domain/assert';
import { env } from '@/env';
import { appRouter } from '@/server/api/root';
import { inputSchemaOf, metaOf } from '@/server/api/procedure-parts';
import type { DeclaredUpload, Route } from '@/server/api/route';
import { fieldSchemaOf } from '@/server/platform/input/field-schema';
import { singleton } from '@/server/platform/singleton';
import { addExamples } from './openapi-examples';
import { DESCRIPTION, ERROR_RESPONSES, HEADERS, PARAMETERS, responseName, SECURITY_SCHEMES } from './openapi-parts';
import { webhooks, webhookSchemas } from './openapi-webhooks';
import { RouteTable, type Endpoint } from './route-table';

type Operation = NonNullable<NonNullable<OpenAPIObject['paths']>[string]['get']>;
type ObjectSchema = { properties?: Record<string, unknown>; required?: string[]; additionalProperties?: unknown };

/** Built once per process. */
export function openApiDocument(): OpenAPIObject {
  return singleton('openapi', build);
}

function build(): OpenAPIObject {
  const { endpoints } = new RouteTable(appRouter);
  const document = generateOpenApiDocument(appRouter, {
    title: 'Rewards program service',
    description: DESCRIPTION,
    version: 'v1',
    openApiVersion: '3.1.0',
    baseUrl: env().PUBLIC_URL,
    docsUrl: `${env().PUBLIC_URL}/docs`,
    securitySchemes: SECURITY_SCHEMES,
    defs: { ...namedInputs(endpoints), BatchedOperation, Error: ErrorBody },
  });
  for (const endpoint of endpoints) correct(operationOf(document, endpoint.route), endpoint);
  const schemas = Object.fromEntries(Object.entries(document.components?.schemas ?? {}).filter(([name]) => !name.startsWith('error.')));
  const tags = [...new Set([...endpoints.flatMap(({ procedure }) => tagsOf(procedure)), 'webhooks'])].sort().map((name) => ({ name }));
  // The generator writes schemas in place of every reference that its type allows for.
  for (const endpoint of endpoints) addExamples(operationOf(document, endpoint.route) as Parameters<typeof addExamples>[0], schemas);
  return {
    ...document,
    tags,
    webhooks: webhooks(),
    components: {
      ...document.components,
      schemas: { ...schemas, ...webhookSchemas() },
      responses: ERROR_RESPONSES,
      headers: HEADERS,
      parameters: PARAMETERS,
    },
  };
}

/** Input schemas with names of their own: the generator refers to them but does not include them. */
function namedInputs(endpoints: readonly Endpoint[]): Record<string, z.ZodType> {
  return Object.fromEntries(
    endpoints.flatMap(({ procedure }) => {
      const schema = inputSchemaOf(procedure);
      const { id } = schema?.meta() ?? {};
      return schema && id ? [[id, schema]] : [];
    }),
  );
}

function tagsOf(procedure: Endpoint['procedure']): readonly string[] {
  return metaOf(procedure).openapi?.tags ?? [];
}

function operationOf(document: OpenAPIObject, { method, path }: Route): Operation {
  // The description has each method in lower case.
  const operation = document.paths?.[path]?.[method.toLowerCase() as 'get'];
  if (!operation) throw new Error(`the description lacks ${method} ${path}`);
  return operation;
}

function correct(operation: Operation, endpoint: Endpoint): void {
  const { route } = endpoint;
  correctBody(operation, route);
  exemplify(operation, route);
  if (route.upload) operation.requestBody = uploadBody(route.upload);
  operation.parameters = [...parametersOf(operation, endpoint), ...headerParameters(route)];
  operation.responses = {
    ...successes(operation, route),
    ...Object.fromEntries(route.errors.map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }])),
  };
  operation.security = route.admin ? [{ adminKey: [] }] : [{ apiKey: [] }, { apiKeyHeader: [] }, { sessionToken: [] }];
  Object.assign(operation, { 'x-service-idempotency': route.idempotency });
}

/** Removes query fields from the body, and drops a body that is left empty. */
function correctBody(operation: Operation, { query }: Route): void {
  const body = operation.requestBody;
  if (!body || !('content' in body)) return;
  // The input of a procedure with a body is an object.
  const schema = body.content['application/json']?.schema as ObjectSchema | undefined;
  if (!schema?.properties) return;
  for (const name of query) delete schema.properties[name];
  schema.required = schema.required?.filter((name) => !query.includes(name));
  if (!schema.required?.length) delete schema.required;
  schema.additionalProperties = false;
  body.required = schema.required !== undefined;
  if (Object.keys(schema.properties).length === 0) delete operation.requestBody;
}

const uploadBody = ({ type, maxBytes, example }: DeclaredUpload): NonNullable<Operation['requestBody']> => ({
  description: `At most ${maxBytes / 2 ** 20} MiB.`,
  required: true,
  content: { [type]: { schema: { type: 'string' }, example } },
});

/** Uses the route's own example where the schemas alone would not yield a request that it accepts. */
function exemplify({ requestBody }: Operation, { example }: Route): void {
  const json = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  if (json && example) json.example = example;
}

type Parameter = NonNullable<Operation['parameters']>[number];
type ParameterSchema = Extract<Parameter, { name: string }>['schema'];

function parametersOf(operation: Operation, { route, procedure }: Endpoint): Parameter[] {
  const input = inputSchemaOf(procedure);
  const declared = (operation.parameters ?? []).map((parameter): Parameter => {
    if (!('name' in parameter)) return parameter;
    const description = parameter.description ?? fieldSchemaOf(input, parameter.name)?.description;
    return description === undefined ? parameter : { ...parameter, description };
  });
  const fromQuery = route.takesBody ? route.query : [];
  return [
    ...declared,
    ...fromQuery.map((name) => queryParameter(name, present(fieldSchemaOf(input, name), 'a route reads fields of its input'))),
  ];
}

function queryParameter(name: string, schema: z.ZodType): Parameter {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  const described = schema.description === undefined ? {} : { description: schema.description };
  return { in: 'query', name, required: !schema.safeParse(undefined).success, ...described, schema: json as ParameterSchema }; // OpenAPI 3.1 takes JSON schemas as they are
}

function headerParameters({ idempotency, admin }: Route) {
  const key = idempotency === 'replay' || idempotency === 'conflict_safe' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];
  return admin ? key : [...key, { $ref: '#/components/parameters/OnBehalfOf' }];
}

const PHRASES: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted; processed afterwards',
  204: 'Done; no content',
};

function successes(operation: Operation, { statuses, location, admin, csv, file }: Route): Record<string, object> {
  const generated = operation.responses?.['200'];
  const json = generated && 'content' in generated ? generated.content : undefined;
  const text = { schema: { type: 'string' } };
  const content = file ? { [file.type]: text } : csv ? { ...json, 'text/csv': text } : json;
  const common = ['X-Request-ID', ...(admin ? [] : ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'])];
  return Object.fromEntries(
    statuses.map((status) => {
      const names = status === 201 && location ? [...common, 'Location'] : common;
      const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
      return [status, { description: PHRASES[status], headers, ...(status === 204 ? {} : { content }) }];
    }),
  );
}

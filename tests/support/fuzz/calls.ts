/** Presents every dashboard procedure and every assistant tool as an operation to draw requests for. */
import type { AnyProcedure } from '@trpc/server';
import { z, type ZodType } from 'zod';
import { appRouter } from '@/server/api/root';
import { toolCatalog } from '@/server/mcp/catalog';
import { inputSchemaOf } from '@/server/api/procedure-parts';
import type { RawRequest } from '../http';
import { Pick } from './known';
import type { Operation, Schema } from './operations';

/** An operation, with the named schemas that its own schema references. */
export interface Call {
  readonly operation: Operation;
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** Procedures that would end the caller's session or take away their rights. */
const LEFT_OUT = ['account.endSession', 'team.transferOwnership', 'team.requireTwoFactor'];

type Described = Schema & { readonly $defs?: Readonly<Record<string, Schema>> };

const described = (schema: ZodType): Described =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))) as Described;

/** The kind of record that `id` names in a procedure such as `webhookEndpoints.deliveries`. */
const kindOf = (procedure: string): string =>
  procedure
    .split('.')[0]!
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replace(/ies$/, 'y')
    .replace(/s$/, '');

function callOf(id: string, method: string, path: string, procedure: string, schema: Described): Call {
  const named: Record<string, Schema> = schema.properties?.id ? { id: { const: new Pick(kindOf(procedure), 0) } as unknown as Schema } : {};
  const body = { ...schema, properties: { ...schema.properties, ...named } };
  const nothing = { admin: false, parameters: [], keyed: false, example: undefined, file: undefined };
  return { operation: { ...nothing, id, method, path, body }, schemas: schema.$defs ?? {} };
}

export function procedures(): Call[] {
  const all = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>);
  return all
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, procedure]) => {
      const input = inputSchemaOf(procedure);
      return callOf(name, procedure._def.type === 'query' ? 'GET' : 'POST', `/api/trpc/${name}`, name, input ? described(input) : {});
    });
}

export const tools = (): Call[] =>
  [...toolCatalog().values()].map(({ name, procedure, inputSchema }) =>
    callOf(name, 'POST', '/mcp', procedure, inputSchema as unknown as Described),
  );

/** A query carries its input in the URL. */
export function asProcedureCall({ path, body, ...request }: RawRequest): RawRequest {
  if (request.method !== 'GET' || body === undefined) return { ...request, path, body };
  const input = encodeURIComponent((typeof body === 'string' ? body : Buffer.from(body).toString('latin1')).toWellFormed());
  return { ...request, path: `${path}${path.includes('?') ? '&' : '?'}input=${input}` };
}

const TOOL_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** A tool call with whatever was drawn as its arguments, JSON or not. */
export function asToolCall(name: string, { headers, body, ...request }: RawRequest): RawRequest {
  const input = typeof body === 'string' ? body : Buffer.from(body ?? []).toString('latin1');
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${input}}}`;
  return { ...request, headers: { ...TOOL_HEADERS, ...headers }, body: call };
}

/** Serves the tools over the protocol: lists those that a grant allows, and calls their procedures on behalf of whoever gave it. */
import { Server, type CallToolResult, type McpRequestContext, type Tool as ListedTool } from '@modelcontextprotocol/server';
import { invariant } from '@/domain/assert';
import { isRecord } from '@/domain/fields';
import { env } from '@/env';
import { newReply } from '@/server/api/context';
import { internalError, reportableFailure } from '@/server/api/failure';
import { organizationClock } from '@/server/platform/context';
import { log } from '@/server/platform/log';
import type { McpAccess } from '@/server/access/mcp-access';
import { errorBody } from '@/server/rest/errors';
import { toolCatalog, type Tool } from './catalog';
import { GrantedPrograms } from './programs';

/** One call, as far as the tools need to know it. */
export interface McpCall {
  readonly access: McpAccess;
  readonly requestId: string;
  readonly ip: string | null;
}

const INSTRUCTIONS =
  `Read-only access to a rewards program service: programs, participants and their balances, events and why they had the effect
they had, the double-entry ledger, reports, webhooks. Nothing can be changed here. Begin with list_programs. To find out why somebody has a balance,
use find_participants, then explain_participant_balance; why an event did something or nothing, get_event. Ids are UUIDs, times are RFC 3339 in
UTC, amounts are decimal strings: never compute with them as floating-point numbers.`.replaceAll('\n', ' ');

const LIST_TTL_MS = 60_000;

export function toolServer(call: McpCall, era: McpRequestContext['era']): Server {
  const server = new Server(
    { name: 'rewards', title: 'Rewards', version: '1.0.0', websiteUrl: env().PUBLIC_URL },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: openTools(call.access).map(listed) }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = toolCatalog().get(params.name);
    // Unknown tools were already refused over HTTP.
    return tool ? answered(tool, params.arguments ?? {}, call, era) : failed(internalError(), call, era);
  });
  return server;
}

function openTools({ scopes, programIds }: McpAccess): Tool[] {
  const programs = new GrantedPrograms(programIds);
  return [...toolCatalog().values()].filter((tool) => scopes.has(tool.scope) && programs.opens(tool.programs));
}

const listed = ({ name, title, description, inputSchema, outputSchema }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: inputSchema as ListedTool['inputSchema'], // a JSON schema of an object, whose parts the library types more closely
  ...(outputSchema ? { outputSchema } : {}),
  annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});

async function answered(tool: Tool, given: Record<string, unknown>, call: McpCall, era: McpRequestContext['era']): Promise<CallToolResult> {
  try {
    const programs = new GrantedPrograms(call.access.programIds);
    const input = programs.narrowed(tool.programs, given);
    const found = await read(tool, input, call);
    invariant(isRecord(found), `the tool ${tool.name} answers with an object`);
    const answer = programs.within(tool.programs, found);
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    const failure = reportableFailure(error, given) ?? internalError();
    if (failure.status >= 500) log().error({ request_id: call.requestId, tool: tool.name, err: error }, 'a tool failed');
    return failed(failure, call, era);
  }
}

function read({ call: procedure, procedure: path }: Tool, input: Readonly<Record<string, unknown>>, call: McpCall): Promise<unknown> {
  const { actor, organization } = call.access.caller;
  return procedure({
    ctx: {
      requestId: call.requestId,
      actor,
      organization,
      clock: organizationClock(organization?.clockOffsetMs ?? 0),
      idempotencyKey: null,
      reply: newReply(),
      ip: call.ip,
    },
    path,
    type: 'query',
    getRawInput: () => Promise.resolve(input),
    signal: undefined,
    batchIndex: 0,
  });
}

/** Clients of earlier revisions validate even a failure against the tool's output schema, so they get it as text only. */
function failed(failure: Parameters<typeof errorBody>[0], { requestId }: McpCall, era: McpRequestContext['era']): CallToolResult {
  const body = errorBody(failure, { requestId, baseUrl: env().PUBLIC_URL });
  const content: CallToolResult['content'] = [{ type: 'text', text: JSON.stringify(body) }];
  return { isError: true, content, ...(era === 'modern' ? { structuredContent: { ...body } } : {}) };
}

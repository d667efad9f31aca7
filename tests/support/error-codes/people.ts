/** Provokes the codes that people and their assistants get. */
import { randomUUID } from 'node:crypto';
import { statement } from '@/server/db/transaction';
import { organization } from '../api';
import { callTool, connectAssistant, mcpRequest, openOrganization, toolClient } from '../assistants';
import { ownedOrganization, person, type ProcedureAnswer } from '../people';
import { within, type Answered, type Provocations } from './answered';

/** What the dashboard's own API answered. */
const failureOf = async (answer: Promise<ProcedureAnswer>): Promise<Answered> => within(answer.then(({ failure }) => failure?.code));

async function called(token: string | null, method = 'tools/list', params = {}, headers = {}): Promise<Answered> {
  const { status, body } = await mcpRequest(token, method, params, headers);
  return { status, code: body.code };
}

const dashboard: Provocations = {
  organization_context_required: async () => failureOf((await person()).query('programs.list')),
  api_key_not_found: async () => failureOf((await ownedOrganization()).owner.mutate('apiKeys.revoke', { id: randomUUID() })),
  invalid_origin: async () =>
    failureOf((await ownedOrganization()).owner.mutate('programs.create', { name: 'Club' }, { origin: 'https://elsewhere.example' })),
  second_factor_required: async () => {
    const { id, owner } = await ownedOrganization();
    await statement('UPDATE organizations SET require_two_factor = true WHERE id = $1', [id]);
    return failureOf(owner.query('programs.list'));
  },
};

const connections: Provocations = {
  invalid_token: () => called('a-token-that-was-never-issued'),
  invalid_mcp_service_token: async () => called((await organization()).key),
  invalid_mcp_grant: async () => {
    const { owner, choice } = await openOrganization();
    const { access, clientId } = await connectAssistant(owner, choice);
    await statement('UPDATE mcp_grants SET revoked_at = now() WHERE client_id = $1', [clientId]);
    return called(access);
  },
  no_organization_membership: () => afterRemoval(false),
  not_organization_member: () => afterRemoval(true),
};

/** A colleague who is removed while an assistant is connected. @param elsewhere whether they belong to another organization then. */
async function afterRemoval(elsewhere: boolean): Promise<Answered> {
  const { id, owner, member } = await ownedOrganization();
  const colleague = await member('MEMBER');
  const { access } = await connectAssistant(colleague, { organization_id: id, program_ids: null });
  await owner.auth('/organization/remove-member', { organizationId: id, memberIdOrEmail: colleague.email });
  if (elsewhere) await colleague.auth('/organization/create', { name: 'Another', slug: randomUUID() });
  return called(access);
}

const tools: Provocations = {
  mcp_capability_denied: async () => {
    const { owner, choice } = await openOrganization();
    const { access } = await connectAssistant(owner, choice);
    return called(access, 'tools/call', { name: 'create_program', arguments: {} });
  },
  mcp_scope_required: async () => {
    const { owner, choice } = await openOrganization();
    const { access } = await connectAssistant(owner, choice, ['programs:read']);
    return called(access, 'tools/call', { name: 'report_liability', arguments: {} });
  },
  mcp_program_not_allowed: async () => {
    const { id, owner } = await ownedOrganization();
    const programOf = async (name: string) => String((await owner.mutate('programs.create', { name })).data?.id);
    const [coffee, tea] = [await programOf('Coffee'), await programOf('Tea')];
    const { access } = await connectAssistant(owner, { organization_id: id, program_ids: [coffee] });
    return within(callTool(await toolClient(access), 'get_program', { id: tea }).then(({ code }) => code));
  },
};

export const PEOPLE: Provocations = { ...dashboard, ...connections, ...tools };

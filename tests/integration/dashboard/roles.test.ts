/** Who may call each procedure: every procedure declares it, and the declaration is enforced for every role. */
import type { AnyProcedure } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { neededRole, roleSuffices, type Access } from '@/server/api/access';
import { newReply, type ApiContext } from '@/server/api/context';
import { reportableFailure } from '@/server/api/failure';
import { appRouter } from '@/server/api/root';
import type { ProcedureMeta } from '@/server/api/route';
import { organizationClock, ROLES, type Actor, type Role } from '@/server/platform/context';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';

/** Changes that need more than a member, and reads that need more than a viewer. */
const ADMINS = [
  'apiKeys.create',
  'apiKeys.revoke',
  'apiKeys.rotate',
  'auditLog.get',
  'auditLog.list',
  'corrections.approve',
  'corrections.retry',
  'ledgerPeriods.close',
  'mcpGrants.list',
  'mcpGrants.revoke',
];
const OWNERS = ['ledgerPeriods.reopen', 'team.requireTwoFactor', 'team.transferOwnership'];
/** Changes that any signed-in person may make to what is their own. */
const OWN = [
  'account.endOtherSessions',
  'account.endSession',
  'account.rename',
  'mcpGrants.revokeOwn',
  'savedViews.create',
  'savedViews.delete',
  'savedViews.setDefault',
  'savedViews.update',
];

type Kind = 'query' | 'mutation';
interface Declared {
  readonly name: string;
  readonly kind: Kind;
  readonly procedure: AnyProcedure;
  readonly access: Access | undefined;
}

const PROCEDURES: readonly Declared[] = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>).map(
  ([name, procedure]) => ({
    name,
    procedure,
    kind: procedure._def.type as Kind,
    access: (procedure._def.meta as ProcedureMeta | undefined)?.access,
  }),
);

const organization = { id: newId(), mode: 'SANDBOX', clockOffsetMs: 0 } as const;
beforeAll(() =>
  statement(
    `INSERT INTO organizations (id, name, slug, mode, created_at, updated_at) VALUES ($1::uuid, 'Test', $1, 'SANDBOX', now(), now())`,
    [organization.id],
  ),
);
afterAll(closeDatabase);

/** The code that refuses a call; null when it passed. It sends no input, since the caller is checked first. */
async function refusalOf({ procedure, name, kind }: Declared, actor: Actor | null): Promise<string | null> {
  const ctx: ApiContext = {
    requestId: 'req_test',
    actor,
    organization,
    clock: organizationClock(0),
    ip: null,
    idempotencyKey: null,
    reply: newReply(),
  };
  const getRawInput = () => Promise.resolve({ unknown_field: true });
  try {
    await procedure({ ctx, path: name, type: kind, getRawInput, signal: undefined, batchIndex: 0 } as Parameters<AnyProcedure>[0]);
    return null;
  } catch (error) {
    return reportableFailure(error)?.code ?? 'internal_error';
  }
}

const signedIn = (role: Role): Actor => ({ kind: 'USER', userId: newId(), sessionId: newId(), role });
const key: Actor = { kind: 'API_KEY', apiKeyId: newId(), trusted: false, onBehalfOf: null };
const REFUSALS = ['insufficient_permissions', 'admin_key_required', 'user_context_required', 'authentication_required', 'org_key_required'];

const namesOf = (those: (access: Access, kind: Kind) => boolean) =>
  PROCEDURES.flatMap(({ name, kind, access }) => (access && those(access, kind) ? [name] : [])).sort();

describe('every procedure', () => {
  test('declares who may call it', () => {
    expect(PROCEDURES.length).toBeGreaterThan(100);
    expect(PROCEDURES.filter(({ access }) => access === undefined).map(({ name }) => name)).toEqual([]);
  });

  test('that takes an admin or an owner is known here', () => {
    expect(namesOf((access, kind) => neededRole(access, kind) === 'ADMIN')).toEqual(ADMINS);
    expect(namesOf((access, kind) => neededRole(access, kind) === 'OWNER')).toEqual(OWNERS);
  });

  test('that changes something is closed to a viewer, unless it is about what is their own', () => {
    expect(
      namesOf((access, kind) => kind === 'mutation' && (access.callers === 'PERSON' || neededRole(access, kind) === 'VIEWER')),
    ).toEqual(OWN);
  });

  test.each(ROLES)('lets a person who is %s through exactly where that is declared', async (role) => {
    const wrong: string[] = [];
    for (const procedure of PROCEDURES) {
      const needed = neededRole(procedure.access!, procedure.kind);
      const mayCall = procedure.access!.callers !== 'OPERATOR' && (needed === null || roleSuffices(role, needed));
      const refusal = await refusalOf(procedure, signedIn(role));
      if (REFUSALS.includes(refusal ?? '') === mayCall) wrong.push(`${procedure.name}: ${String(refusal)}`);
    }
    expect(wrong).toEqual([]);
  });

  test('is closed to nobody in particular, and for people alone where that is declared', async () => {
    const open: string[] = [];
    const wrong: string[] = [];
    for (const procedure of PROCEDURES) {
      if ((await refusalOf(procedure, null)) !== 'authentication_required') open.push(procedure.name);
      const forKeys = procedure.access!.callers === 'KEYS_AND_PEOPLE';
      if (REFUSALS.includes((await refusalOf(procedure, key)) ?? '') === forKeys) wrong.push(procedure.name);
    }
    expect({ open, wrong }).toEqual({ open: [], wrong: [] });
  });
});

/** Balance operations requested at the same time share a transaction and nothing else. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { BalanceAdjustment, BalanceAdjustmentResult } from '@/contract/balance';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { actingAs } from '@/server/db/audit-scope';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { applyCommand } from '@/server/services/balances/apply-commands';
import type { OperationOutcome } from '@/server/services/idempotent';
import { drifted, ledger, type TestLedger } from '@tests/support/ledger';

afterAll(closeDatabase);

type Change = Partial<BalanceAdjustment> & { readonly who?: string; readonly key?: string };

/** An adjustment as a separate request sends it. */
function adjusting(club: TestLedger, requestId: string) {
  const ctx: Ctx = {
    organization: { id: club.id, mode: 'LIVE', clockOffsetMs: 0 },
    actor: { kind: 'ADMIN_KEY' },
    clock: { now: () => new Date() },
    requestId,
    idempotencyKey: null,
  };
  return ({ who = 'ada', key, ...change }: Change = {}): Promise<OperationOutcome<BalanceAdjustmentResult>> => {
    const body = {
      program_id: club.program.id,
      asset_id: club.asset.id,
      type: 'CREDIT',
      amount: '10',
      description: requestId,
      ...change,
    } as const;
    const scope = { type: 'TOKEN', id: requestId, name: 'Ada', request_id: requestId, ip: null, operation: 'test.adjust' } as const;
    return actingAs(scope, () =>
      applyCommand(
        { ...ctx, idempotencyKey: key ?? null },
        { type: 'PARTICIPANT', key: { externalId: who } },
        { operation: 'ADJUST', ...body },
      ),
    );
  };
}

const codeOf = (result: PromiseSettledResult<unknown>): string =>
  result.status === 'fulfilled' ? 'done' : result.reason instanceof DomainError ? result.reason.code : String(result.reason);

test('each is refused by itself, sees what those before it did, and is in the audit log and the journal under its own request', async () => {
  const club = await ledger();
  await club.api.post('/participants', { external_id: 'bob' });
  await club.api.post('/participants', { external_id: 'eve' });
  await club.api.patch('/participants/ext:eve', { status: 'SUSPENDED' });
  const asked: [string, Change][] = [
    ['req_1', { amount: '30' }],
    ['req_2', { type: 'DEBIT', amount: '20' }],
    ['req_3', { type: 'DEBIT', amount: '20' }],
    ['req_4', { who: 'nobody' }],
    ['req_5', { who: 'eve' }],
    ['req_6', { asset_id: randomUUID() }],
    ['req_7', { who: 'bob', type: 'DEBIT', amount: '5', shortfall_policy: 'ALLOW_NEGATIVE' }],
    ['req_8', { type: 'CREDIT', shortfall_policy: 'REJECT' }],
    ['req_9', { type: 'DEBIT', amount: '10' }],
  ];
  const results = await Promise.allSettled(asked.map(([requestId, change]) => adjusting(club, requestId)(change)));
  expect(results.map(codeOf)).toEqual([
    'done',
    'done',
    'insufficient_funds',
    'not_found',
    'participant_inactive',
    'asset_not_found',
    'done',
    'invalid_shortfall_policy',
    'done',
  ]);
  const balances = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.body.balance.available] : []));
  expect(balances).toEqual(['30.00', '10.00', '-5.00', '0.00']);
  expect((await club.balance()).available).toBe('0.00');
  expect(await drifted(club.id)).toEqual([]);
  const entries = await statement<{ description: string; actor_id: string; request_id: string; name: string }>(
    `SELECT e.description, a.actor_id, a.request_id, a.resource_name AS name
     FROM journal_entries e JOIN audit_log a ON a.after ->> 'journal_entry_id' = e.id::text
     WHERE e.organization_id = $1 ORDER BY e.sequence`,
    [club.id],
  );
  const told = (id: string, name: string) => ({ description: id, actor_id: id, request_id: id, name });
  expect(entries).toEqual([told('req_1', 'ada'), told('req_2', 'ada'), told('req_7', 'bob'), told('req_9', 'ada')]);
  const [shared] = await statement(
    `SELECT count(DISTINCT xmin::text)::int AS transactions FROM journal_entries WHERE organization_id = $1`,
    [club.id],
  );
  expect(shared).toEqual({ transactions: 1 });
});

test('a key that comes several times moves value once and answers all of them the same', async () => {
  const club = await ledger();
  const results = await Promise.all(['req_1', 'req_2', 'req_3'].map((id) => adjusting(club, id)({ key: 'k1', description: 'Once' })));
  expect(results.map(({ replayed }) => replayed).sort()).toEqual([false, true, true]);
  expect(new Set(results.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await club.balance()).available).toBe('10.00');
});

test('what the database refuses of one fails that one alone', async () => {
  const club = await ledger();
  const unstorable = '\ud800';
  const results = await Promise.allSettled([
    adjusting(club, 'req_1')(),
    adjusting(club, 'req_2')({ reference_id: `a${String.fromCharCode(0)}b` }),
    adjusting(club, 'req_3')({ description: unstorable }),
    adjusting(club, 'req_4')(),
  ]);
  expect(results.map(({ status }) => status)).toContain('rejected');
  expect([results[0], results[3]].map((result) => result!.status)).toEqual(['fulfilled', 'fulfilled']);
  const done = results.filter(({ status }) => status === 'fulfilled').length;
  expect((await club.balance()).available).toBe(`${done * 10}.00`);
});

test('operations of different kinds on one account happen one after the other', async () => {
  const club = await ledger();
  const adjust = adjusting(club, 'req_1');
  const ctx: Ctx = {
    organization: { id: club.id, mode: 'LIVE', clockOffsetMs: 0 },
    actor: { kind: 'SYSTEM' },
    clock: { now: () => new Date() },
    requestId: 'req_2',
    idempotencyKey: null,
  };
  const target = { program_id: club.program.id, asset_id: club.asset.id, description: 'Held' };
  const ada = { type: 'PARTICIPANT', key: { id: club.participant.id } } as const;
  const results = await Promise.allSettled([
    adjust({ amount: '10' }),
    applyCommand(ctx, ada, { operation: 'HOLD', ...target, amount: '6', reference_id: 'r' }),
    applyCommand(ctx, ada, { operation: 'HOLD', ...target, amount: '6', reference_id: 'r' }),
    adjust({ amount: '2' }),
    applyCommand(ctx, ada, { operation: 'HOLD', ...target, amount: '6', reference_id: 'r' }),
  ]);
  expect(results.map(codeOf)).toEqual(['done', 'done', 'insufficient_funds', 'done', 'done']);
  expect(await club.balance()).toEqual({ available: '0.00', held: '12.00', deferred: '0.00' });
});

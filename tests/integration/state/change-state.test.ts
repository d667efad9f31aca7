import { beforeEach, expect, test } from 'vitest';
import { NOTHING } from '@/domain/decision';
import { stateTransitions, type StateChange } from '@/domain/participants/state';
import { findParticipantDetail } from '@/server/db/repositories/people/participants';
import { findParticipantDetailAsOf } from '@/server/db/repositories/backtests/history';
import { commitDecision } from '@/server/db/commit';
import { readState } from '@/server/db/repositories/people/state-reading';
import { autocommit, statement, withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { ledger, snapshot, type TestLedger } from '@tests/support/ledger';

let club: TestLedger;
let bob: string;

beforeEach(async () => {
  club = await ledger();
  bob = (await club.api.post<{ id: string }>('/participants', { external_id: 'bob' })).body.id;
});

const origin = { source: 'RULE', eventId: newId(), ruleId: newId() } as const;
const of = (id: string) => ({ origin, subject: { type: 'PARTICIPANT', id } as const });
const add = (id: string, key: string): StateChange => ({ ...of(id), type: 'TAG', operation: 'ADD', key });
const remove = (id: string, key: string): StateChange => ({ ...of(id), type: 'TAG', operation: 'REMOVE', key });
const set = (id: string, key: string, value: unknown): StateChange => ({ ...of(id), type: 'ATTRIBUTE', operation: 'SET', key, value });
const unset = (id: string, key: string): StateChange => ({ ...of(id), type: 'ATTRIBUTE', operation: 'DELETE', key });

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.parse(club.participant.created_at) + hours * HOUR);
const change = (hours: number, ...changes: StateChange[]) =>
  withTransaction(async (tx) => {
    const scope = { organizationId: club.id, now: at(hours) };
    const state = stateTransitions(await readState(tx, club.id, changes), changes, scope.now);
    await commitDecision(tx, scope, { ...NOTHING, state });
    return state;
  });
const state = async (hours?: number) => {
  const key = { id: club.participant.id };
  const row =
    hours === undefined
      ? await findParticipantDetail(autocommit, club.id, key, at(1_000))
      : await findParticipantDetailAsOf(club.id, key, at(hours));
  return row && { tags: row.tags, attributes: row.attributes };
};

test('changes of many subjects take effect in their order, and the history tells each step with its cause', async () => {
  const ada = club.participant.id;
  const made = await change(
    1,
    add(ada, 'a'),
    add(bob, 'b'),
    set(ada, 'k', 1),
    remove(ada, 'a'),
    set(ada, 'k', 2),
    remove(bob, 'absent'),
    add(ada, 'c'),
    unset(bob, 'k'),
  );
  expect(made).toHaveLength(6);
  expect(await state()).toEqual({ tags: ['c'], attributes: { k: 2 } });
  const rows = await statement(
    `SELECT (subject_id = $2) AS of_ada, operation, key, old_value, new_value, source, event_id, rule_id FROM state_history WHERE organization_id = $1 ORDER BY sequence`,
    [club.id, ada],
  );
  const cause = { source: 'RULE', event_id: origin.eventId, rule_id: origin.ruleId };
  expect(rows).toEqual([
    { ...cause, of_ada: true, operation: 'ADD', key: 'a', old_value: null, new_value: 'a' },
    { ...cause, of_ada: false, operation: 'ADD', key: 'b', old_value: null, new_value: 'b' },
    { ...cause, of_ada: true, operation: 'SET', key: 'k', old_value: null, new_value: 1 },
    { ...cause, of_ada: true, operation: 'REMOVE', key: 'a', old_value: 'a', new_value: null },
    { ...cause, of_ada: true, operation: 'SET', key: 'k', old_value: 1, new_value: 2 },
    { ...cause, of_ada: true, operation: 'ADD', key: 'c', old_value: null, new_value: 'c' },
  ]);
});

test('state as it stood includes what was removed since, and tells null from absent', async () => {
  const ada = club.participant.id;
  await change(1, add(ada, 'vip'), set(ada, 'plan', null), set(ada, 'gone', 'x'));
  await change(2, remove(ada, 'vip'), unset(ada, 'gone'));
  await change(3, add(ada, 'vip'), set(ada, 'plan', { b: 1, a: 2 }));
  expect(await state(0)).toEqual({ tags: [], attributes: {} });
  expect(await state(1)).toEqual({ tags: ['vip'], attributes: { plan: null, gone: 'x' } });
  expect(await state(2.5)).toEqual({ tags: [], attributes: { plan: null } });
  expect(JSON.stringify(await state(3))).toBe(JSON.stringify(await state()));
  expect(await state(-1)).toBeNull();
});

test('where the dates of two changes contradict their order, the later change counts, then as now', async () => {
  const ada = club.participant.id;
  await change(2, set(ada, 'plan', 'first'));
  await change(1, set(ada, 'plan', 'second'));
  expect(await state()).toEqual({ tags: [], attributes: { plan: 'second' } });
  expect(await state(2)).toEqual({ tags: [], attributes: { plan: 'second' } });
  expect(await state(1)).toEqual({ tags: [], attributes: { plan: 'second' } });
});

test('no change at all asks the database nothing and leaves everything as it was', async () => {
  const ada = club.participant.id;
  await change(1, add(ada, 'vip'), set(ada, 'plan', { a: [1, 2] }));
  const before = await snapshot(club.id);
  expect(await change(2)).toEqual([]);
  expect(
    await change(2, add(ada, 'vip'), set(ada, 'plan', { a: [1, 2] }), add(ada, 'x'), remove(ada, 'x')).then((made) => made.length),
  ).toBe(2);
  const after = await snapshot(club.id);
  expect({ ...after, state_history: [] }).toEqual({ ...before, state_history: [] });
});

test('a version of a participant is kept for each change, whoever makes it', async () => {
  const ada = club.participant.id;
  await statement(`UPDATE participants SET first_name = 'Ada', updated_at = $2 WHERE id = $1`, [ada, at(1)]);
  await statement(`UPDATE participants SET status = 'CLOSED', updated_at = $2 WHERE organization_id = $1`, [club.id, at(2)]);
  const versions = await statement(
    `SELECT first_name, status, valid_from FROM participant_versions WHERE participant_id = $1 ORDER BY sequence`,
    [ada],
  );
  expect(versions).toEqual([
    { first_name: null, status: 'ACTIVE', valid_from: at(0) },
    { first_name: 'Ada', status: 'ACTIVE', valid_from: at(1) },
    { first_name: 'Ada', status: 'CLOSED', valid_from: at(2) },
  ]);
  expect(await statement('SELECT 1 FROM participant_versions WHERE participant_id = $1', [bob])).toHaveLength(2);
});

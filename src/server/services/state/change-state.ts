/**
 * Changes tags, attributes and counters of one subject by hand: all of the changes are made, or none, and tier upgrades they lead to take effect in the same
 * transaction.
 */
import type { ChangeAttributes, ChangeCounters, ChangeTags } from '@/contract/state';
import { NOTHING } from '@/domain/decision';
import { parseDuration } from '@/domain/duration';
import { DomainError } from '@/domain/errors';
import { assertGroupActive } from '@/domain/groups';
import { amountOf, ZERO } from '@/domain/money';
import { assertStateFits, assertWindowsFit } from '@/domain/participants/limits';
import { stateTransitions, type StateChange, type StateOrigin, type Subject } from '@/domain/participants/state';
import { assertProgramMayChange } from '@/domain/programs';
import { changeTransitions } from '@/domain/tiers/transitions';
import { commitDecision, type CommitScope } from '@/server/db/commit';
import { countState } from '@/server/db/repositories/people/state-lists';
import { readState } from '@/server/db/repositories/people/state-reading';
import { loadTieredSubject } from '@/server/db/repositories/programs/tier-subjects';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Actor, Ctx } from '@/server/platform/context';
import { getGroupForUpdate } from '@/server/services/groups/groups';
import { getParticipantForUpdate } from '@/server/services/participants/participants';
import { getProgramForUpdate } from '@/server/services/programs/programs';

/** Tags or attributes, and the field of the request that adds some. */
interface Changed {
  readonly type: 'TAG' | 'ATTRIBUTE';
  readonly adding: string;
}

/** @throws DomainError participant_inactive, group_archived, program_archived, unprocessable (too many). */
function changeByHand(ctx: Ctx, subject: Subject, { type, adding }: Changed, changes: readonly StateChange[]): Promise<void> {
  return withTransaction(async (tx) => {
    const scope = await lockSubject(ctx, tx, subject);
    const [current, sizes] = await Promise.all([
      readState(tx, scope.organizationId, changes),
      countState(tx, scope.organizationId, subject, changes.length > 0 ? [type] : []),
    ]);
    const state = stateTransitions(current, changes, scope.now);
    assertStateFits(sizes, state, () => adding);
    await commitDecision(tx, scope, { ...NOTHING, state });
  });
}

/** @throws DomainError participant_inactive, group_archived, program_archived, unprocessable (too many). */
export function changeTags(ctx: Ctx, subject: Subject, { add = [], remove = [] }: ChangeTags): Promise<void> {
  const by = { subject, origin: stateOrigin(ctx.actor) };
  return changeByHand(ctx, subject, { type: 'TAG', adding: 'add' }, [
    ...remove.map((key): StateChange => ({ ...by, type: 'TAG', operation: 'REMOVE', key })),
    ...add.map((key): StateChange => ({ ...by, type: 'TAG', operation: 'ADD', key })),
  ]);
}

/** @throws DomainError participant_inactive, group_archived, program_archived, unprocessable (too many). */
export function changeAttributes(ctx: Ctx, subject: Subject, { set = {}, unset = [] }: ChangeAttributes): Promise<void> {
  const by = { subject, origin: stateOrigin(ctx.actor) };
  return changeByHand(ctx, subject, { type: 'ATTRIBUTE', adding: 'set' }, [
    ...unset.map((key): StateChange => ({ ...by, type: 'ATTRIBUTE', operation: 'DELETE', key })),
    ...Object.entries(set).map(([key, value]): StateChange => ({ ...by, type: 'ATTRIBUTE', operation: 'SET', key, value })),
  ]);
}

/** @throws DomainError participant_inactive, group_archived, program_archived, unprocessable (too many). */
export function changeCounters(ctx: Ctx, subject: Subject, body: ChangeCounters): Promise<void> {
  const changes = counterChanges({ subject, origin: stateOrigin(ctx.actor) }, body);
  return withTransaction(async (tx) => {
    const scope = await lockSubject(ctx, tx, subject);
    const [{ tiers, counted }, sizes] = await Promise.all([
      loadTieredSubject(tx, scope.organizationId, subject),
      countState(tx, scope.organizationId, subject, changes.length > 0 ? ['COUNTER'] : []),
    ]);
    const state = changeTransitions(tiers, counted, changes, scope.now);
    assertStateFits(sizes, state, () => (body.set === undefined ? 'increment' : 'set'));
    assertWindowsFit(state, 'increment');
    await commitDecision(tx, scope, { ...NOTHING, state });
  });
}

/** A length without a value becomes an increment by zero. */
function counterChanges(
  by: Pick<StateChange, 'subject' | 'origin'>,
  { set = {}, increment = {}, reset_after: resets = {}, window: windows = {} }: ChangeCounters,
): StateChange[] {
  const span = (key: string) => ({ resetAfterMs: lengthIn(resets, key), windowMs: lengthIn(windows, key) });
  const named = new Set([...Object.keys(set), ...Object.keys(increment)]);
  return [
    ...Object.entries(set).map(([key, value]): StateChange => ({
      ...by,
      type: 'COUNTER',
      operation: 'SET',
      key,
      value: amountOf(value),
      ...span(key),
    })),
    ...Object.entries(increment).map(([key, value]): StateChange => ({
      ...by,
      type: 'COUNTER',
      operation: 'INCREMENT',
      key,
      by: amountOf(value),
      ...span(key),
    })),
    ...[...new Set([...Object.keys(resets), ...Object.keys(windows)])]
      .filter((key) => !named.has(key))
      .map((key): StateChange => ({ ...by, type: 'COUNTER', operation: 'INCREMENT', key, by: ZERO, ...span(key) })),
  ];
}

/** Undefined for a key that is not named. */
function lengthIn(lengths: Readonly<Record<string, string | null>>, key: string): number | null | undefined {
  const text = Object.hasOwn(lengths, key) ? lengths[key] : undefined;
  return text == null ? text : parseDuration(text);
}

/**
 * @returns what the change is made within: its time is read under the lock, so that changes of one subject are dated in their order.
 * @throws DomainError not_found, participant_inactive, group_archived, program_archived.
 */
export async function lockSubject(ctx: Ctx, tx: Tx, subject: Subject): Promise<CommitScope> {
  await lockRow(ctx, tx, subject);
  return { organizationId: ctx.organization.id, now: ctx.clock.now(), requestId: ctx.requestId };
}

async function lockRow(ctx: Ctx, tx: Tx, { type, id }: Subject): Promise<void> {
  switch (type) {
    case 'GROUP':
      return assertGroupActive((await getGroupForUpdate(ctx, tx, id)).status, 'id');
    case 'PROGRAM':
      return assertProgramMayChange((await getProgramForUpdate(ctx, tx, id)).status, 'id');
    case 'PARTICIPANT': {
      const { status } = await getParticipantForUpdate(ctx, tx, { id });
      if (status === 'ACTIVE') return;
      throw new DomainError(
        'participant_inactive',
        `The participant is ${status.toLowerCase()}; only the state of active participants can change.`,
        { param: 'id', details: { participant_id: id, status } },
      );
    }
  }
}

export function stateOrigin(actor: Actor): StateOrigin {
  switch (actor.kind) {
    case 'API_KEY':
      return { source: 'API', apiKeyId: actor.apiKeyId, ...(actor.onBehalfOf === null ? {} : { onBehalfOf: actor.onBehalfOf }) };
    case 'USER':
      return { source: 'DASHBOARD', userId: actor.userId };
    case 'TOKEN':
      return { source: 'API' };
    case 'ADMIN_KEY':
    case 'SYSTEM':
      return { source: 'SYSTEM' };
  }
}

/** Sets and increments counters of one subject; tier upgrades they lead to take effect in the same transaction. */
import type { ChangeCounters } from '@/contract/state';
import { NOTHING } from '@/domain/decision';
import { parseDuration } from '@/domain/duration';
import { assertStateFits, assertWindowsFit } from '@/domain/participants/limits';
import type { StateChange, Subject } from '@/domain/participants/state';
import { amountOf, ZERO } from '@/domain/money';
import { changeTransitions } from '@/domain/tiers/transitions';
import type { Ctx } from '@/server/platform/context';
import { commitDecision } from '@/server/db/commit';
import { countState } from '@/server/db/repositories/people/state-lists';
import { loadTieredSubject } from '@/server/db/repositories/programs/tier-subjects';
import { withTransaction } from '@/server/db/transaction';
import { lockSubject } from './lock-subject';
import { stateOrigin } from './state-origin';

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

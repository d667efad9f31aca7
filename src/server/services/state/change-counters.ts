/** Sets and increments counters of one subject; tier upgrades they lead to take effect in the same transaction. */
import type { ChangeCounters } from '@/contract/state';
import { parseDuration } from '@/domain/duration';
import type { StateChange, Subject } from '@/domain/participants/state';
import { amountOf, ZERO } from '@/domain/money';
import { tierStateAfter } from '@/domain/tiers/settle';
import { tierUpgrades } from '@/domain/tiers/upgrade';
import type { Ctx } from '@/server/platform/context';
import { loadTierSubjects } from '@/server/db/repositories/programs/tier-subjects';
import { settleSubjects } from '@/server/services/tiers/settle-subjects';
import { changeByHand, type By } from './change-subject';

/** @throws DomainError participant_inactive, group_archived, program_archived, unprocessable (too many). */
export function changeCounters(ctx: Ctx, subject: Subject, body: ChangeCounters): Promise<void> {
  return changeByHand(ctx, subject, body.set === undefined ? 'increment' : 'set', async (by, tx, scope) => {
    const tiers = (await settleSubjects(tx, scope, [subject])).get(subject.id) ?? [];
    const changes = counterChanges(by, body);
    if (tiers.length === 0) return changes;
    const [state] = await loadTierSubjects(tx, scope.organizationId, [subject]);
    return [...changes, ...tierUpgrades(tiers, subject, tierStateAfter(state!, changes, scope.now), changes, scope.now)];
  });
}

/** A window length without a value becomes an increment by zero. */
function counterChanges(by: By, { set = {}, increment = {}, reset_after: windows = {} }: ChangeCounters): StateChange[] {
  const window = (key: string) => (Object.hasOwn(windows, key) ? { resetAfterMs: lengthOf(windows[key]!) } : {});
  const named = new Set([...Object.keys(set), ...Object.keys(increment)]);
  return [
    ...Object.entries(set).map(([key, value]): StateChange => ({
      ...by,
      type: 'COUNTER',
      operation: 'SET',
      key,
      value: amountOf(value),
      ...window(key),
    })),
    ...Object.entries(increment).map(([key, value]): StateChange => ({
      ...by,
      type: 'COUNTER',
      operation: 'INCREMENT',
      key,
      by: amountOf(value),
      ...window(key),
    })),
    ...Object.keys(windows)
      .filter((key) => !named.has(key))
      .map((key): StateChange => ({ ...by, type: 'COUNTER', operation: 'INCREMENT', key, by: ZERO, ...window(key) })),
  ];
}

const lengthOf = (text: string | null): number | null => (text === null ? null : parseDuration(text));

/** SET_TIER: gives the target a level of one of the program's tiers, or removes its level. */
import { DomainError } from '@/domain/errors';
import { placementAt } from '@/domain/tiers/upgrade';
import type { ActionFault, ActionKind, Stage } from './kind';
import { changeStateOf } from './state-change';

export const setTierAction: ActionKind<'SET_TIER'> = {
  faults: ({ tier, level }, { tiers }): ActionFault[] => {
    const levels = tiers.get(tier);
    if (!levels)
      return [
        {
          field: 'tier',
          message: 'The program has no active tier with this key; create it first.',
          reason: 'invalid_value',
          received: tier,
        },
      ];
    if (level === null || levels.has(level)) return [];
    return [
      {
        field: 'level',
        message: 'The tier has no such level.',
        reason: 'invalid_value',
        expected: [...levels].join(' | '),
        received: level,
      },
    ];
  },
  perform: (stage, { tier, level, target }) => {
    const { program, now } = stage.draft.world;
    const placement = level === null ? null : placementAt(...levelOf(stage, tier, level), now);
    return changeStateOf(
      stage,
      target,
      (subject, origin) => {
        const change = { type: 'TIER', subject, origin, key: tier, programId: program.id } as const;
        return placement === null ? { ...change, operation: 'DELETE' } : { ...change, operation: 'SET', value: placement };
      },
      () => ({ key: tier, value: level }),
    );
  },
};

/** @throws DomainError unprocessable when the tier or level was removed after the rule was saved. */
function levelOf({ draft }: Stage, tierKey: string, levelKey: string) {
  const tier = draft.world.programTiers.find(({ key }) => key === tierKey);
  const level = tier?.levels.find(({ key }) => key === levelKey);
  if (tier && level) return [tier, level] as const;
  throw new DomainError('unprocessable', `The program has no level ${levelKey} of an active tier ${tierKey}; correct the rule.`);
}

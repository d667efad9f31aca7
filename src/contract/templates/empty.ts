/** Empty: a program with nothing in it, for those who build their own. */
import { NO_OTHERS, settings } from './parts';
import type { ProgramTemplate } from './template';

export const EMPTY: ProgramTemplate = {
  key: 'empty',
  title: 'Empty program',
  audience: 'For teams that write the rules themselves or load them from a repository.',
  configuration: {
    program: { ...settings(''), description: null },
    assets: [],
    tiers: [],
    rule_sets: [],
    rewards: [],
    automations: [],
    ...NO_OTHERS,
  },
  groups: [],
  samples: [
    {
      title: 'Ada buys for 50.00',
      event: { external_id: 'ada', event_data: { type: 'purchase', order_id: 'E-1', amount: 50 } },
      gains: [],
      because: 'There is no rule yet that could give anything.',
    },
  ],
};

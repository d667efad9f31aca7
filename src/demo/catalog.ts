/** Defines what the demo's contributors can redeem their kudos for, and the status that they can reach. */
import type { CreateReward } from '@/contract/reward';
import type { CreateTier } from '@/contract/tier';

export const DEMO_REWARDS: readonly Omit<CreateReward, 'id' | 'asset_id'>[] = [
  {
    name: 'Mug',
    description: 'Enamel, with the logo of the collective. Sent by post.',
    category: 'Merchandise',
    redemption_type: 'UNIT_BASED',
    unit_cost: '25',
    max_total: 40,
    max_per_participant: 2,
    status: 'ACTIVE',
  },
  {
    name: 'Sticker set',
    description: 'Ten stickers for laptops and bottles.',
    category: 'Merchandise',
    redemption_type: 'UNIT_BASED',
    unit_cost: '5',
    max_total: 4,
    status: 'ACTIVE',
  },
  {
    name: 'Donation to a project',
    description: 'The collective passes any amount on to a project of your choice.',
    category: 'Giving',
    redemption_type: 'AMOUNT_BASED',
    status: 'ACTIVE',
  },
  {
    name: 'Conference ticket',
    description: 'One day, with lunch.',
    category: 'Events',
    redemption_type: 'UNIT_BASED',
    unit_cost: '150',
    max_total: 5,
    max_per_participant: 1,
    status: 'DRAFT',
  },
];

export const DEMO_COUNTER = 'contributions';

const atLeast = (threshold: string) => ({
  mode: 'ALL' as const,
  criteria: [{ counter: DEMO_COUNTER, operator: 'GTE' as const, threshold }],
});

export const DEMO_TIER: Omit<CreateTier, 'id'> = {
  key: 'standing',
  name: 'Contributor standing',
  description: 'Earned by contributions, kept for a year.',
  levels: [
    { key: 'contributor', rank: 1, display_name: 'Contributor', benefits: ['Name in the release notes'], qualification: atLeast('1') },
    {
      key: 'regular',
      rank: 2,
      display_name: 'Regular',
      benefits: ['Early access', 'A vote on the roadmap'],
      color: '#3a4fc8',
      qualification: atLeast('5'),
    },
    {
      key: 'maintainer',
      rank: 3,
      display_name: 'Maintainer',
      benefits: ['Commit rights', 'Travel grants'],
      color: '#854d0e',
      qualification: atLeast('20'),
    },
  ],
  lifecycle: { retention: { mode: 'PERIOD_BASED', duration: '365d' }, downgrade_policy: { mode: 'DROP_ONE', grace_days: 30 } },
};

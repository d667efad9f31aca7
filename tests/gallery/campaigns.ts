/** A campaign of the shops with a rule, a code that everybody shares, and codes for the market; and a leaderboard of each month. */
import type { Backend } from './backend';
import type { Programs } from './programs';

interface Made {
  readonly id: string;
}

interface Campaign {
  readonly campaign: string;
  /** The code that everybody shares, as a batch, and its batch of unique codes. */
  readonly shared: string;
  readonly unique: string;
}

/** Runs at once; whoever shows a code of it earns as much again. */
export async function runCampaign(api: Backend, { club, points }: Programs): Promise<Campaign> {
  const { id } = await api.post<Made>('/campaigns', {
    program_id: club,
    name: 'Harvest weeks',
    description: 'As much again for everybody who shows the code of the harvest.',
    status: 'ACTIVE',
    budgets: [{ asset_id: points, scope: 'PROGRAM', limit: '50000', schedule_type: null }],
  });
  await api.post('/rules', {
    program_id: club,
    rule_set_id: id,
    name: 'Harvest code',
    condition: 'event.type == "purchase" && codes.exists(c, c.batch == "harvest")',
    actions: [{ type: 'CREDIT', asset_id: points, amount: '{{ event.amount }}', description: 'Harvest {{ event.order_id }}' }],
  });
  const batch = { program_id: club, campaign_id: id };
  const shared = await api.post<Made>('/code-batches', {
    ...batch,
    key: 'harvest',
    name: 'Harvest',
    kind: 'SHARED',
    code: 'HARVEST',
    max_per_participant: 5,
  });
  const flyers = { ...batch, key: 'flyers', name: 'Flyers at the market', kind: 'UNIQUE', count: 200, prefix: 'FLY' };
  return { campaign: id, shared: shared.id, unique: (await api.post<Made>('/code-batches', flyers)).id };
}

/** Whoever earns most points in a month wins. @returns the leaderboard. */
export async function runLeaderboard(api: Backend, { club, points }: Programs): Promise<string> {
  const { id } = await api.post<Made>('/leaderboards', {
    program_id: club,
    key: 'top-ten',
    name: 'Top ten of the month',
    measure: { type: 'EARNED', asset_id: points },
    period: 'MONTH',
    prizes: [
      { from_rank: 1, to_rank: 1, name: 'Gold' },
      { from_rank: 2, to_rank: 10, name: 'Silver' },
    ],
  });
  return id;
}

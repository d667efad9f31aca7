/** The two programs of the shops, made from templates, and what the shops added to them. */
import type { Asset } from '@/contract/asset';
import type { Program } from '@/contract/program';
import type { CreateRule } from '@/contract/rule';
import type { Backend, Page, Session } from './backend';

export interface Programs {
  readonly club: string;
  readonly cashback: string;
  readonly points: string;
  readonly cash: string;
  readonly gift: string;
}

/** What each referral draws on; it runs out in the last week. */
const GIFT_FUNDS = '500.00';

export async function makePrograms(session: Pick<Session, 'call'>, api: Backend): Promise<Programs> {
  const club = await session.call<Program>('programs.fromTemplate', { template: 'points', name: 'Meadow Club' });
  const cashback = await session.call<Program>('programs.fromTemplate', { template: 'cashback', name: 'Mill Cashback' });
  const assets = await api.get<Page<Asset>>('/assets');
  const bySymbol = (symbol: string) => assets.data.find((asset) => asset.symbol === symbol)!.id;
  const points = bySymbol('PTS');
  const { id: gift } = await api.post<Asset>('/assets', {
    name: 'Gift credit',
    symbol: 'GIFT',
    scale: 2,
    inventory_mode: 'SIMPLE',
    issuance_policy: 'PREFUNDED',
    program_ids: [club.id],
  });
  await api.post(`/programs/${club.id}/assets/${gift}/fund`, { amount: GIFT_FUNDS, description: 'Referral budget of the year' });
  for (const rule of rulesOf(points, gift)) await api.post('/rules', { program_id: club.id, ...rule });
  await addRewards(api, club.id, points);
  await addAutomation(api, club.id);
  return { club: club.id, cashback: cashback.id, points, cash: bySymbol('CASH'), gift };
}

type NewRule = Pick<CreateRule, 'name' | 'description' | 'condition'> & { actions: object[]; budgets?: object[]; status?: 'SUSPENDED' };

function rulesOf(points: string, gift: string): NewRule[] {
  const monthly = (limit: string) => ({ asset_id: points, scope: 'PROGRAM', limit, schedule_type: 'CRON', cron_expression: '0 0 1 * *' });
  return [
    {
      name: 'Weekend market',
      description: 'On market days a purchase earns as much again, which expires after 90 days.',
      condition: 'event.type == "purchase" && event.channel == "market"',
      actions: [
        {
          type: 'CREDIT',
          asset_id: points,
          amount: '{{ event.amount }}',
          expires_in: '90d',
          description: 'Market day {{ event.order_id }}',
        },
      ],
      budgets: [monthly('2000')],
    },
    {
      name: 'Thanks for a review',
      description: 'A review of some length earns 40 points.',
      condition: 'event.type == "review" && size(event.text) >= 40',
      actions: [{ type: 'CREDIT', asset_id: points, amount: '40', expires_in: '180d', description: 'Review of {{ event.product }}' }],
      budgets: [monthly('700')],
    },
    {
      name: 'Referral gift',
      description: 'Whoever brings a friend gets 10.00 of gift credit, out of the budget of the year.',
      condition: 'event.type == "referral"',
      actions: [{ type: 'CREDIT', asset_id: gift, amount: '10.00', description: 'Thank you for bringing {{ event.friend }}' }],
    },
    {
      name: 'Paid with points',
      description: 'At the till points are taken off; an event for more points than somebody has is refused.',
      condition: 'event.type == "paid_with_points"',
      actions: [{ type: 'DEBIT', asset_id: points, amount: '{{ event.points }}', description: 'Paid at the till in {{ event.shop }}' }],
    },
    {
      name: 'Newsletter readers',
      description: 'Readers of the newsletter get 15 points on the first of each month.',
      condition: 'event.type == "newsletter_month"',
      actions: [{ type: 'CREDIT', asset_id: points, amount: '15', expires_in: '60d', description: 'Newsletter of the month' }],
    },
    {
      name: 'Summer double points',
      description: 'Ended with the summer.',
      condition: 'event.type == "purchase" && event.channel == "online"',
      actions: [{ type: 'CREDIT', asset_id: points, amount: '{{ event.amount }}', description: 'Summer double points' }],
      status: 'SUSPENDED',
    },
  ];
}

async function addRewards(api: Backend, program: string, points: string): Promise<void> {
  const reward = { asset_id: points, redemption_type: 'UNIT_BASED' };
  for (const body of [
    {
      name: 'Baking class',
      description: 'An evening at the mill for two.',
      category: 'Events',
      unit_cost: '1500',
      max_total: 12,
      max_per_participant: 1,
    },
    { name: 'Loaf of the week', description: 'Handed out at the counter.', category: 'In the shop', unit_cost: '120' },
    { name: 'Advent hamper', description: 'From the first of December.', category: 'Season', unit_cost: '2500', status: 'DRAFT' },
  ])
    await api.post(`/programs/${program}/rewards`, { ...reward, ...body });
}

const addAutomation = (api: Backend, program: string) =>
  api.post(`/programs/${program}/automations`, {
    name: 'Newsletter month',
    description: 'On the first of each month, for everybody who reads the newsletter.',
    trigger: { type: 'CRON', timezone: 'Europe/Brussels', cron_expression: '0 9 1 * *' },
    scope: 'PARTICIPANTS',
    participant_filter: '"newsletter" in participant.tags',
    event: { type: 'newsletter_month', data: {} },
  });

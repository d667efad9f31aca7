/** Sets up a program of which most kinds of things have a time in May 2031, in Berlin. */
import type { TestOrganization } from './dashboard';

export interface BusyProgram {
  readonly id: string;
  /** From May 5 to the end of May 18. */
  readonly double: string;
  /** From May 12, without an end. */
  readonly big: string;
}

const BERLIN = { timezone: 'Europe/Berlin' };

/** @returns the ids of two rules that overlap. */
export async function busyProgram({ call }: TestOrganization): Promise<BusyProgram> {
  const { id } = await call<{ id: string }>('programs.create', { name: 'Loyalty', ...BERLIN });
  const asset = await call<{ id: string }>('assets.create', {
    name: 'Points',
    symbol: 'PTS',
    scale: 2,
    inventory_mode: 'LOT',
    issuance_policy: 'UNLIMITED',
    program_ids: [id],
  });
  const rule = async (name: string, condition: string, more: object) => {
    const actions = [{ type: 'CREDIT', asset_id: asset.id, amount: '10' }];
    return (await call<{ id: string }>('rules.create', { program_id: id, name, condition, actions, ...more })).id;
  };
  const double = await rule('Double points', 'event.type == "purchase"', {
    active_from: '2031-05-04T22:00:00Z',
    active_to: '2031-05-18T22:00:00Z',
  });
  const big = await rule('Big baskets', 'event.type == "purchase" && event.amount >= 100', { active_from: '2031-05-11T22:00:00Z' });
  const budget = { asset_id: asset.id, scope: 'PROGRAM', limit: '5000', schedule_type: 'CRON', cron_expression: '0 0 * * 1' };
  await rule('Weekly budget', 'event.type == "visit"', { budgets: [budget] });
  await call('programs.automations.create', {
    id,
    name: 'Monthly letter',
    trigger: { type: 'CRON', cron_expression: '0 9 1,15 * *', ...BERLIN },
    scope: 'PARTICIPANTS',
    event: { type: 'letter' },
  });
  await call('programs.tiers.create', {
    id,
    key: 'status',
    name: 'Status',
    levels: [{ key: 'silver', rank: 1 }],
    lifecycle: {
      qualification_period: { type: 'FIXED_YEAR', start_month: 6, start_day: 1 },
      downgrade_policy: { mode: 'DROP_TO_QUALIFYING' },
    },
  });
  await call('programs.rewards.create', {
    id,
    name: 'Picnic basket',
    asset_id: asset.id,
    redemption_type: 'UNIT_BASED',
    unit_cost: '50',
    available_from: '2031-05-20T22:00:00Z',
    available_until: '2031-05-24T22:00:00Z',
  });
  const ada = await call<{ id: string }>('participants.upsert', { external_id: 'ada', program_id: id });
  const credit = { id: ada.id, program_id: id, asset_id: asset.id, type: 'CREDIT', description: 'Welcome' };
  await call('participants.balances.adjust', { ...credit, amount: '1234.50', expires_at: '2031-05-27T10:00:00Z' });
  await call('participants.balances.adjust', { ...credit, amount: '20', matures_at: '2031-05-08T10:00:00Z' });
  return { id, double, big };
}

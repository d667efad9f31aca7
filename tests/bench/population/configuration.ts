/** Creates the organization to populate through the API's own services: a program with assets, rules, a tier, rewards, endpoints. */
import { newReply, type ApiContext } from '@/server/api/context';
import { appRouter } from '@/server/api/root';
import { createCallerFactory } from '@/server/api/trpc';
import { organizationClock, type Ctx } from '@/server/platform/context';
import { createOrganization } from '@/server/services/organizations/organizations';

export interface Configuration {
  readonly organizationId: string;
  readonly programId: string;
  /** A SIMPLE asset and a LOT asset. */
  readonly pointsId: string;
  readonly milesId: string;
  readonly ruleIds: readonly string[];
  readonly ruleSetId: string;
  readonly tierKey: string;
  readonly rewardIds: readonly string[];
  readonly endpointIds: readonly string[];
  readonly automationId: string;
}

const RULES = 30;
const REWARDS = 20;
export const REWARD_COST = 25;
export const TIER_KEY = 'status';
export const COUNTER_KEY = 'purchases';
/** Levels and their counter thresholds. */
export const LEVELS = [
  { key: 'silver', rank: 1, threshold: 60 },
  { key: 'gold', rank: 2, threshold: 90 },
] as const;

export async function configure(name: string): Promise<Configuration> {
  const clock = organizationClock(0);
  const { organization } = await createOrganization({ clock }, { name, mode: 'LIVE', trusted_key: false });
  const call = callerFor(contextOf(organization.id));
  const program = await call.programs.create({ name: 'Loyalty', description: 'Rewards purchases.' });
  const assets = await Promise.all([
    call.assets.create({
      name: 'Points',
      symbol: 'PTS',
      scale: 2,
      inventory_mode: 'SIMPLE',
      issuance_policy: 'UNLIMITED',
      program_ids: [program.id],
    }),
    call.assets.create({
      name: 'Miles',
      symbol: 'MILES',
      scale: 2,
      inventory_mode: 'LOT',
      issuance_policy: 'UNLIMITED',
      program_ids: [program.id],
    }),
  ]);
  const [pointsId, milesId] = assets.map(({ id }) => id) as [string, string];
  const ruleIds: string[] = [];
  let ruleSetId = '';
  for (let number = 1; number <= RULES; number += 1) {
    const condition = `event.type == "purchase" && event.amount >= ${number * 10}`;
    const actions = [{ type: 'CREDIT' as const, amount: '{{ event.amount * 0.1 }}', asset_id: pointsId }];
    const rule = await call.rules.create({ program_id: program.id, name: `Purchase rule ${number}`, condition, actions });
    ruleIds.push(rule.id);
    ruleSetId = rule.rule_set_id;
  }
  await call.campaigns.create({ program_id: program.id, name: 'Spring', status: 'ACTIVE' });
  await call.programs.tiers.create({ id: program.id, key: TIER_KEY, name: 'Status', levels: LEVELS.map(levelOf) });
  const rewardIds: string[] = [];
  for (let number = 1; number <= REWARDS; number += 1) {
    const reward = { asset_id: pointsId, name: `Reward ${number}`, redemption_type: 'UNIT_BASED' as const, unit_cost: String(REWARD_COST) };
    rewardIds.push((await call.programs.rewards.create({ id: program.id, ...reward, category: number % 2 ? 'Merchandise' : 'Travel' })).id);
  }
  const account = await call.fulfillmentAccounts.create({ provider: 'SANDBOX', name: 'Gift cards', config: { outcome: 'DELIVER' } });
  const source = { fulfillment_account_id: account.id, asset_id: pointsId, rate: '100', policy: { currency: 'USD' } };
  await call.programs.rewardSources.create({ id: program.id, ...source });
  return {
    organizationId: organization.id,
    programId: program.id,
    pointsId,
    milesId,
    ruleIds,
    ruleSetId,
    tierKey: TIER_KEY,
    rewardIds,
    endpointIds: await endpoints(call),
    automationId: await automation(call, program.id),
  };
}

const callerFor = createCallerFactory(appRouter);
type Call = ReturnType<typeof callerFor>;

const levelOf = ({ key, rank, threshold }: (typeof LEVELS)[number]) => ({
  key,
  rank,
  qualification: { mode: 'ALL' as const, criteria: [{ counter: COUNTER_KEY, operator: 'GTE' as const, threshold: String(threshold) }] },
});

/** Nothing listens there; their PENDING deliveries are due long after a measurement. */
async function endpoints(call: Call): Promise<string[]> {
  const urls = ['http://127.0.0.1:9/one', 'http://127.0.0.1:9/two'];
  const made = await Promise.all(urls.map((url) => call.webhookEndpoints.create({ url, enabled_events: ['*'] })));
  return made.map(({ id }) => id);
}

async function automation(call: Call, programId: string): Promise<string> {
  const made = await call.programs.automations.create({
    id: programId,
    name: 'Monthly',
    trigger: { type: 'CRON', cron_expression: '0 0 1 * *', timezone: 'UTC' },
    scope: 'PARTICIPANTS',
    event: { type: 'monthly', data: {} },
  });
  await call.programs.automations.update({ id: programId, automation_id: made.id, status: 'PAUSED' });
  return made.id;
}

/** The context of the configuring actor: the service itself. */
export function contextOf(organizationId: string): ApiContext & Ctx {
  return {
    requestId: 'population',
    actor: { kind: 'SYSTEM' },
    organization: { id: organizationId, mode: 'LIVE', clockOffsetMs: 0 },
    clock: organizationClock(0),
    idempotencyKey: null,
    reply: newReply(),
    ip: null,
  };
}

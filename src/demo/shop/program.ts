/**
 * Sets up the program of the example shop: points, two rules, two rewards and three customers. What is there
 * already is left as it is, so a setup that was interrupted is completed by the next one.
 */
import type { Asset } from '@/contract/asset';
import type { Program } from '@/contract/program';
import type { Reward } from '@/contract/reward';
import type { Rule } from '@/contract/rule';
import { ask, type Service } from './service';

export interface ShopProgram {
  readonly programId: string;
  readonly assetId: string;
  readonly symbol: string;
}

interface Listed<T> {
  readonly data: readonly T[];
}

const PROGRAM = { name: 'Corner shop', description: 'The example shop: points for what is bought, which pay at the next visit.' };
const POINTS = { name: 'Shop points', symbol: 'PTS', scale: 2, inventory_mode: 'LOT', issuance_policy: 'UNLIMITED' };
const LASTS = '365d';

const RULES = [
  {
    name: 'A tenth back',
    description: 'A purchase from 20 on earns a tenth of its amount, at most 50.',
    condition: 'event.type == "purchase" && event.amount >= 20',
    amount: '{{ math.least(event.amount * 0.1, 50) }}',
  },
  {
    name: 'Three coffees',
    description: 'Three bags of coffee or more earn 2 on top.',
    condition: 'event.type == "purchase" && has(event.items) && event.items.exists(item, item.sku == "coffee" && item.quantity >= 3)',
    amount: '2',
  },
];

const REWARDS = [
  { name: 'Espresso at the counter', unit_cost: '3', redemption_type: 'UNIT_BASED' },
  { name: 'Tote bag', unit_cost: '12', max_total: 20, max_per_participant: 2, redemption_type: 'UNIT_BASED' },
];

const WELCOME = '30.00';
/** Each has some points to begin with. */
export const CUSTOMERS = ['ada', 'grace', 'joan'];

export async function setUpShop(service: Service): Promise<ShopProgram> {
  const { id: programId } = await findOrCreate<Program>(service, '/v1/programs', PROGRAM);
  const points = { ...POINTS, program_ids: [programId] };
  const { id: assetId } = await findOrCreate<Asset>(service, '/v1/assets', points, ({ program_ids }) => program_ids.includes(programId));
  for (const { amount, ...rule } of RULES) {
    const actions = [{ type: 'CREDIT', asset_id: assetId, amount, expires_in: LASTS, description: rule.name }];
    await findOrCreate<Rule>(
      service,
      '/v1/rules',
      { ...rule, program_id: programId, actions },
      ({ program_id }) => program_id === programId,
    );
  }
  for (const reward of REWARDS) await findOrCreate<Reward>(service, `/v1/programs/${programId}/rewards`, { ...reward, asset_id: assetId });
  for (const customer of CUSTOMERS) {
    await ask(service, 'POST', '/v1/participants', { external_id: customer, program_id: programId });
    await ask(service, 'POST', `/v1/participants/ext:${customer}/balances/adjust`, {
      program_id: programId,
      asset_id: assetId,
      type: 'CREDIT',
      amount: WELCOME,
      expires_in: LASTS,
      description: 'Welcome to the shop',
      idempotency_key: `shop-welcome-${customer}`,
    });
  }
  return { programId, assetId, symbol: POINTS.symbol };
}

/** Looks for a record of that name; `path` both lists and creates them. */
async function findOrCreate<T extends { readonly name: string }>(
  service: Service,
  path: string,
  body: { readonly name: string } & Readonly<Record<string, unknown>>,
  isOurs: (record: T) => boolean = () => true,
): Promise<T> {
  const { data } = await ask<Listed<T>>(service, 'GET', `${path}?search=${encodeURIComponent(body.name)}&limit=200`);
  return data.find((record) => record.name === body.name && isOurs(record)) ?? ask<T>(service, 'POST', path, body);
}

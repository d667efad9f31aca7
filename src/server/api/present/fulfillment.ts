/** Presents fulfillment accounts, products and reward sources in their wire form, without secrets. */
import type { FulfillmentAccount, FulfillmentProduct, RewardSource } from '@/contract/fulfillment';
import type { Product } from '@/domain/fulfillment/product';
import { amountOf, formatDecimal } from '@/domain/money';
import type { FulfillmentAccountRow } from '@/server/db/repositories/rewards/fulfillment-accounts';
import type { RewardSourceRow } from '@/server/db/repositories/rewards/reward-sources';
import { presentTime } from './time';

export function presentAccount(row: FulfillmentAccountRow): FulfillmentAccount {
  return {
    id: row.id,
    provider: row.provider,
    name: row.name,
    // Settings are stored as the schema of their provider has parsed them.
    config: row.settings as FulfillmentAccount['config'],
    status: row.status,
    verified_at: presentTime(row.verified_at),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}

export function presentProduct({ id, name, category, image_url, currencies, countries, face_values }: Product): FulfillmentProduct {
  return {
    id,
    name,
    category,
    image_url,
    currencies: [...currencies],
    countries: [...countries],
    face_values: face_values.map(({ min, max }) => ({ min, max })),
  };
}

export function presentSource({ policy: { denominations, ...bounds }, ...row }: RewardSourceRow): RewardSource {
  return {
    id: row.id,
    program_id: row.program_id,
    fulfillment_account_id: row.fulfillment_account_id,
    asset_id: row.asset_id,
    rate: formatDecimal(amountOf(row.rate)),
    policy: { ...bounds, ...(denominations === undefined ? {} : { denominations: [...denominations] }) },
    status: row.status,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}

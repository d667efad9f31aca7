/**
 * Manages reward sources, the accounts through which a program offers rewards and what these cost, and reads what the provider of an account sells. A changed
 * rate or policy is for later redemptions.
 */
import type {
  CreateRewardSource,
  ListFulfillmentProducts,
  ListRewardSources,
  RewardSourcePath,
  UpdateRewardSource,
} from '@/contract/fulfillment';
import { changesNothingArchived } from '@/domain/archiving';
import { present } from '@/domain/assert';
import { assertAssetUsable } from '@/domain/assets';
import { DomainError } from '@/domain/errors';
import { parsePolicy } from '@/domain/fulfillment/policy';
import type { Product } from '@/domain/fulfillment/product';
import { assertRateFits, parseRate } from '@/domain/fulfillment/rate';
import { amountOf, formatDecimal } from '@/domain/money';
import { assertProgramMayChange } from '@/domain/programs';
import { computedPage, type KeysetPage } from '@/server/db/keyset';
import type { FulfillmentAccountRow } from '@/server/db/repositories/rewards/fulfillment-accounts';
import {
  findRewardSource,
  findRewardSourceForUpdate,
  insertRewardSource,
  listRewardSourceRows,
  updateRewardSourceRow,
  type RewardSourceRow,
} from '@/server/db/repositories/rewards/reward-sources';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { openProvider } from '@/server/fulfillment/open-provider';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { getAssetForUpdate } from '@/server/services/programs/assets';
import { getProgram, getProgramForUpdate } from '@/server/services/programs/programs';
import { assertAccountActive, getAccount, getAccountForUpdate } from './accounts';

/**
 * @throws DomainError not_found, program_archived, asset_not_found, asset_not_linked, asset_archived, invalid_status (account),
 *   invalid_policy, invalid_rate.
 */
export async function createSource(
  ctx: Ctx,
  tx: Tx,
  { id: programId, fulfillment_account_id, asset_id, rate: sentRate, policy: sentPolicy }: CreateRewardSource,
): Promise<RewardSourceRow> {
  const now = ctx.clock.now();
  const policy = parsePolicy(sentPolicy);
  const rate = parseRate(sentRate);
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, programId)).status, 'id');
  const asset = await getAssetForUpdate(ctx, tx, asset_id, 'asset_id');
  if (!asset.program_ids.includes(programId))
    throw new DomainError('asset_not_linked', 'The asset is not linked to the program; link it first.', { param: 'asset_id' });
  assertAssetUsable(asset.status);
  const account = await getAccountForUpdate(ctx, tx, fulfillment_account_id, 'fulfillment_account_id');
  assertAccountActive(account, 'fulfillment_account_id');
  assertRateFits(rate, policy, asset.scale);
  const source: RewardSourceRow = {
    id: newId(),
    program_id: programId,
    fulfillment_account_id,
    asset_id,
    rate: formatDecimal(rate),
    policy,
    status: 'ACTIVE',
    created_at: now,
    updated_at: now,
    deleted_at: null,
    scale: asset.scale,
    account_status: account.status,
  };
  await insertRewardSource(tx, ctx.organization.id, source);
  return source;
}

/** @param param the request field that named it. @throws DomainError not_found. */
export async function getSource(
  ctx: Ctx,
  { id, source_id }: RewardSourcePath,
  param: 'source_id' | 'reward_source_id' = 'source_id',
): Promise<RewardSourceRow> {
  const source = await findRewardSource(ctx.organization.id, id, source_id);
  if (!source) throw new DomainError('not_found', 'There is no such reward source in this program.', { param });
  return source;
}

/** The source, locked until the transaction ends. @throws DomainError not_found. */
async function getSourceForUpdate(ctx: Ctx, tx: Tx, { id, source_id }: RewardSourcePath): Promise<RewardSourceRow> {
  const source = await findRewardSourceForUpdate(tx, ctx.organization.id, id, source_id);
  if (!source) throw new DomainError('not_found', 'There is no such reward source in this program.', { param: 'source_id' });
  return source;
}

/** @throws DomainError not_found (program). */
export async function listSources(ctx: Ctx, { id, ...query }: ListRewardSources): Promise<KeysetPage<RewardSourceRow>> {
  await getProgram(ctx, id);
  return listRewardSourceRows(ctx.organization.id, id, query);
}

/** @throws DomainError not_found, program_archived, invalid_status (archived), invalid_policy, invalid_rate. */
export function updateSource(ctx: Ctx, { id, source_id, rate, policy, status }: UpdateRewardSource): Promise<RewardSourceRow> {
  return withTransaction(async (tx) => {
    assertProgramMayChange((await getProgramForUpdate(ctx, tx, id)).status, 'id');
    const source = await getSourceForUpdate(ctx, tx, { id, source_id });
    if (source.status === 'ARCHIVED') {
      if (changesNothingArchived({ rate, policy, status })) return source;
      throw new DomainError('invalid_status', 'An archived reward source cannot be changed; create a new one.', { param: 'source_id' });
    }
    const now = ctx.clock.now();
    const terms = {
      rate: rate === undefined ? amountOf(source.rate) : parseRate(rate),
      policy: policy === undefined ? source.policy : parsePolicy(policy),
    };
    assertRateFits(terms.rate, terms.policy, source.scale);
    const changed: RewardSourceRow = {
      ...source,
      rate: formatDecimal(terms.rate),
      policy: terms.policy,
      status: status ?? source.status,
      updated_at: now,
      deleted_at: status === 'ARCHIVED' ? now : null,
    };
    await updateRewardSourceRow(tx, ctx.organization.id, changed);
    return changed;
  });
}

/** Ordered by name. @throws DomainError not_found, invalid_status (archived), invalid_config, provider_unavailable, invalid_cursor. */
export async function listProducts(ctx: Ctx, { id, search, currency, ...query }: ListFulfillmentProducts): Promise<KeysetPage<Product>> {
  const account = await getAccount(ctx, id);
  assertAccountActive(account);
  const wanted = search?.toLowerCase();
  const products = (await openProvider(account).listProducts())
    .filter(
      (product) =>
        (wanted === undefined || product.name.toLowerCase().includes(wanted)) &&
        (currency === undefined || product.currencies.includes(currency)),
    )
    .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
  const places = new Map(products.map((product, index) => [product, index]));
  const list = {
    name: 'fulfillment-products',
    keys: 1,
    organizationId: ctx.organization.id,
    query: { ...query, search, currency, account: id },
  };
  return computedPage(list, products, (product) => [-present(places.get(product), 'every product of the list has a place')]);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** @throws DomainError not_found (no such product), invalid_config, provider_unavailable. */
export async function getProduct(account: FulfillmentAccountRow, productId: string): Promise<Product> {
  const product = await openProvider(account).findProduct(productId);
  if (!product) throw new DomainError('not_found', 'The provider does not sell this product.', { param: 'product_id' });
  return product;
}

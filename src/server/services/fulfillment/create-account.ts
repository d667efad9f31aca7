/** Creates an account with a gift-card provider. Whether the provider accepts it is checked by `verifyAccount`. */
import type { CreateFulfillmentAccount } from '@/contract/fulfillment';
import type { Ctx } from '@/server/platform/context';
import { insertFulfillmentAccount, type FulfillmentAccountRow } from '@/server/db/repositories/rewards/fulfillment-accounts';
import type { Tx } from '@/server/db/transaction';
import { sealSecrets } from '@/server/fulfillment/open-provider';
import { newId } from '@/server/platform/ids';
import { parseConfig } from './account-config';

/** @throws DomainError invalid_config. */
export async function createAccount(
  ctx: Ctx,
  tx: Tx,
  { provider, name, config }: CreateFulfillmentAccount,
): Promise<FulfillmentAccountRow> {
  const now = ctx.clock.now();
  const id = newId();
  const { settings, secrets } = parseConfig(provider, config);
  const account: FulfillmentAccountRow = {
    id,
    provider,
    name,
    settings,
    secrets: sealSecrets(id, secrets),
    status: 'ACTIVE',
    verified_at: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await insertFulfillmentAccount(tx, ctx.organization.id, account);
  return account;
}

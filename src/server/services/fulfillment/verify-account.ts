/** Asks the provider whether it accepts an account's configuration, and records when it did. */
import type { Ctx } from '@/server/platform/context';
import { updateFulfillmentAccountRow, type FulfillmentAccountRow } from '@/server/db/repositories/rewards/fulfillment-accounts';
import { withTransaction } from '@/server/db/transaction';
import { openProvider } from '@/server/fulfillment/open-provider';
import { assertAccountActive, getAccount, getAccountForUpdate } from './get-account';

/** @throws DomainError not_found, invalid_status (archived), invalid_config, provider_unavailable. */
export async function verifyAccount(ctx: Ctx, id: string): Promise<FulfillmentAccountRow> {
  const asked = await getAccount(ctx, id);
  assertAccountActive(asked);
  await openProvider(asked).verify();
  return withTransaction(async (tx) => {
    const account = await getAccountForUpdate(ctx, tx, id);
    const isAsAsked = JSON.stringify(account.settings) === JSON.stringify(asked.settings) && isSame(account.secrets, asked.secrets);
    if (account.status !== 'ACTIVE' || !isAsAsked) return account; // what the provider accepted is no longer what is stored
    const verified = { ...account, verified_at: ctx.clock.now() };
    await updateFulfillmentAccountRow(tx, ctx.organization.id, verified);
    return verified;
  });
}

const isSame = (a: Uint8Array | null, b: Uint8Array | null): boolean => (a === null || b === null ? a === b : Buffer.from(a).equals(b));

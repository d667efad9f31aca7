/** Changes or archives an account. A changed configuration is no longer verified. */
import type { UpdateFulfillmentAccount } from '@/contract/fulfillment';
import { changesNothingArchived } from '@/domain/archiving';
import { DomainError } from '@/domain/errors';
import { fieldsOf } from '@/domain/fields';
import type { Ctx } from '@/server/platform/context';
import { updateFulfillmentAccountRow, type FulfillmentAccountRow } from '@/server/db/repositories/rewards/fulfillment-accounts';
import { withTransaction } from '@/server/db/transaction';
import { openSecrets, sealSecrets } from '@/server/fulfillment/open-provider';
import { parseConfig } from './account-config';
import { getAccountForUpdate } from './get-account';

/** @throws DomainError not_found, invalid_status (archived), invalid_config. */
export function updateAccount(ctx: Ctx, { id, name, config, status }: UpdateFulfillmentAccount): Promise<FulfillmentAccountRow> {
  return withTransaction(async (tx) => {
    const account = await getAccountForUpdate(ctx, tx, id);
    if (account.status === 'ARCHIVED') {
      if (changesNothingArchived({ name, config, status })) return account;
      throw new DomainError('invalid_status', 'An archived account cannot be changed; create a new one.', { param: 'id' });
    }
    const now = ctx.clock.now();
    const changed: FulfillmentAccountRow = {
      ...account,
      ...(config === undefined ? {} : configured(account, config)),
      name: name ?? account.name,
      status: status ?? account.status,
      updated_at: now,
      deleted_at: status === 'ARCHIVED' ? now : null,
    };
    await updateFulfillmentAccountRow(tx, ctx.organization.id, changed);
    return changed;
  });
}

function configured(
  account: FulfillmentAccountRow,
  sent: Readonly<Record<string, unknown>>,
): Pick<FulfillmentAccountRow, 'settings' | 'secrets' | 'verified_at'> {
  const { settings, secrets } = parseConfig(account.provider, { ...fieldsOf(account.settings), ...openSecrets(account), ...sent });
  return { settings, secrets: sealSecrets(account.id, secrets), verified_at: null };
}

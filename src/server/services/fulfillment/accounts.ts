/**
 * Manages accounts with gift-card providers. What of their configuration is secret is never shown; whether the provider accepts it is asked separately, and
 * asked anew once it has changed.
 */
import type { z } from 'zod';
import {
  PROVIDER_CONFIG,
  type CreateFulfillmentAccount,
  type ListFulfillmentAccounts,
  type UpdateFulfillmentAccount,
} from '@/contract/fulfillment';
import { changesNothingArchived } from '@/domain/archiving';
import { DomainError, type FieldError } from '@/domain/errors';
import { fieldsOf } from '@/domain/fields';
import type { ProviderName } from '@/domain/fulfillment/provider';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findFulfillmentAccount,
  findFulfillmentAccountForUpdate,
  insertFulfillmentAccount,
  listFulfillmentAccountRows,
  updateFulfillmentAccountRow,
  type FulfillmentAccountRow,
} from '@/server/db/repositories/rewards/fulfillment-accounts';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { openProvider, openSecrets, sealSecrets } from '@/server/fulfillment/open-provider';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';

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

type Param = 'id' | 'fulfillment_account_id';

/** @param param the request field that named it. @throws DomainError not_found. */
export async function getAccount(ctx: Ctx, id: string, param: Param = 'id'): Promise<FulfillmentAccountRow> {
  return (await findFulfillmentAccount(ctx.organization.id, id)) ?? unknownAccount(param);
}

/** The account, locked until the transaction ends. @throws DomainError not_found. */
export async function getAccountForUpdate(ctx: Ctx, tx: Tx, id: string, param: Param = 'id'): Promise<FulfillmentAccountRow> {
  return (await findFulfillmentAccountForUpdate(tx, ctx.organization.id, id)) ?? unknownAccount(param);
}

/** @throws DomainError invalid_status. */
export function assertAccountActive({ status }: Pick<FulfillmentAccountRow, 'status'>, param: Param = 'id'): void {
  if (status !== 'ACTIVE') throw new DomainError('invalid_status', 'The fulfillment account is archived; use another.', { param });
}

export const listAccounts = (ctx: Ctx, query: ListFulfillmentAccounts): Promise<KeysetPage<FulfillmentAccountRow>> =>
  listFulfillmentAccountRows(ctx.organization.id, query);

function unknownAccount(param: Param): never {
  throw new DomainError('not_found', 'There is no such fulfillment account in your organization.', { param });
}

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

interface AccountConfig {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

type Sent = Readonly<Record<string, unknown>>;

/**
 * @param sent settings by name; null omits one.
 * @throws DomainError invalid_config naming every field at fault.
 */
function parseConfig(provider: ProviderName, sent: Sent): AccountConfig {
  const schemas = PROVIDER_CONFIG[provider];
  const entries = Object.entries(sent).filter(([, value]) => value !== null);
  const isSecret = (name: string): boolean => name in schemas.secrets.shape;
  const settings = schemas.settings.safeParse(Object.fromEntries(entries.filter(([name]) => !isSecret(name))));
  const secrets = schemas.secrets.safeParse(Object.fromEntries(entries.filter(([name]) => isSecret(name))));
  const fields = [settings, secrets].flatMap((read) => read.error?.issues ?? []).flatMap((issue) => fieldErrors(issue, sent));
  if (!settings.success || !secrets.success) throw invalidConfig(fields);
  return { settings: settings.data, secrets: secrets.data };
}

function fieldErrors(issue: z.core.$ZodIssue, sent: Sent): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      field: `config.${key}`,
      message: 'This setting is not known to the provider.',
      reason: 'unknown_field',
    }));
  const name = String(issue.path[0]);
  const isMissing = sent[name] === undefined || sent[name] === null;
  return [{ field: `config.${name}`, message: issue.message, reason: isMissing ? 'required' : 'invalid_value' }];
}

function invalidConfig(fields: FieldError[]): DomainError {
  const [first] = fields;
  const message =
    fields.length === 1 && first
      ? `\`${first.field}\`: ${first.message}`
      : `${fields.length} settings are missing or wrong; \`fields\` lists each.`;
  return new DomainError('invalid_config', message, { ...(fields.length === 1 && first ? { param: first.field } : {}), fields });
}

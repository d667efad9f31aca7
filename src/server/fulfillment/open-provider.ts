/** Creates the provider of an account from its stored configuration. */
import type { SandboxSettings, TremendousSettings } from '@/contract/fulfillment';
import { invariant } from '@/domain/assert';
import type { ProviderName } from '@/domain/fulfillment/provider';
import { env } from '@/env';
import { decryptSecret, encryptSecret, ownerOf } from '@/server/platform/encryption';
import type { FulfillmentProvider } from './provider';
import { sandboxProvider } from './sandbox';
import { tremendousProvider } from './tremendous';

interface StoredAccount {
  readonly id: string;
  readonly provider: ProviderName;
  readonly settings: unknown;
  readonly secrets: Uint8Array | null;
}

const owner = (accountId: string): string => ownerOf('fulfillment_account', accountId);

/** Encrypts an account's secrets for storage; null when the provider has none. */
export const sealSecrets = (accountId: string, secrets: Readonly<Record<string, string>>): Buffer | null =>
  Object.keys(secrets).length === 0 ? null : encryptSecret(JSON.stringify(secrets), owner(accountId));

/** @throws when the stored form cannot be decrypted. */
export const openSecrets = ({ id, secrets }: Pick<StoredAccount, 'id' | 'secrets'>): Record<string, string> =>
  secrets === null ? {} : (JSON.parse(decryptSecret(secrets, owner(id))) as Record<string, string>); // as `sealSecrets` wrote it

/**
 * @param cutShort aborts calls early; their outcome is then unknown.
 * @throws when the secrets of the account cannot be decrypted.
 */
export function openProvider(account: StoredAccount, cutShort?: AbortSignal): FulfillmentProvider {
  // Settings are stored as the schema of their provider has parsed them.
  if (account.provider === 'SANDBOX') return sandboxProvider(account.settings as SandboxSettings);
  const { api_key } = openSecrets(account);
  invariant(api_key !== undefined, `account ${account.id} has no API key`);
  const { FULFILLMENT_TIMEOUT_MS, TREMENDOUS_BASE_URL } = env();
  // These are parsed by a schema as well.
  return tremendousProvider(account.settings as TremendousSettings, api_key, {
    timeoutMs: FULFILLMENT_TIMEOUT_MS,
    cutShort,
    baseUrl: TREMENDOUS_BASE_URL,
  });
}

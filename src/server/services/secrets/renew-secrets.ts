/** Re-encrypts stored secrets that are still under the previous key; readers can decrypt both meanwhile. */
import { present } from '@/domain/assert';
import type { SecretKind } from '@/server/platform/encryption';
import { ownerOf, renewedSecret } from '@/server/platform/encryption';
import { replaceSecret, secretsAfter, type SecretColumn } from '@/server/db/repositories/organizations/secrets';

/** Every column that is stored encrypted. */
const STORED: readonly (SecretColumn & { readonly kind: SecretKind })[] = [
  { kind: 'webhook_endpoint', table: 'webhook_endpoints', key: ['organization_id', 'id'], column: 'secret' },
  { kind: 'webhook_endpoint', table: 'webhook_endpoints', key: ['organization_id', 'id'], column: 'previous_secret' },
  { kind: 'fulfillment_account', table: 'fulfillment_accounts', key: ['organization_id', 'id'], column: 'secrets' },
  { kind: 'claim_token', table: 'fulfillment_orders', key: ['organization_id', 'redemption_id'], column: 'claim_token' },
  { kind: 'claim_link', table: 'fulfillment_orders', key: ['organization_id', 'redemption_id'], column: 'link' },
  { kind: 'ledger_signing_key', table: 'ledger_signing_keys', key: ['id'], column: 'private_key' },
];

interface Renewal {
  readonly renewed: number;
  readonly kept: number;
  /** Owners of secrets that neither key decrypts, such as `webhook_endpoint:<id>`. */
  readonly unreadable: readonly string[];
}

export async function renewSecrets(): Promise<Renewal> {
  const unreadable: string[] = [];
  const renewal = { renewed: 0, kept: 0, unreadable };
  for (const { kind, ...place } of STORED) {
    let last: readonly string[] | null = null;
    for (let page = await secretsAfter(place, last); page.length > 0; page = await secretsAfter(place, last)) {
      for (const secret of page) {
        last = secret.key;
        const owner = ownerOf(kind, present(secret.key.at(-1), 'the key of every table has a column'));
        const fresh = renewed(secret.stored, owner);
        if (fresh === 'UNREADABLE') renewal.unreadable.push(owner);
        else if (fresh !== null && (await replaceSecret(place, secret, fresh))) renewal.renewed += 1;
        else renewal.kept += 1;
      }
    }
  }
  return renewal;
}

function renewed(stored: Uint8Array, owner: string): Buffer | null | 'UNREADABLE' {
  try {
    return renewedSecret(stored, owner);
  } catch {
    return 'UNREADABLE';
  }
}

/** Reads and replaces encrypted secrets across all organizations, for the operator who changes the encryption key. */
import { statement } from '@/server/db/transaction';

/** Names from the schema, never from a caller. */
export interface SecretColumn {
  readonly table: 'webhook_endpoints' | 'fulfillment_accounts' | 'fulfillment_orders' | 'ledger_signing_keys';
  /** The columns of the table's key; the last one names the secret's owner. */
  readonly key: readonly ('organization_id' | 'id' | 'redemption_id')[];
  readonly column: 'secret' | 'previous_secret' | 'secrets' | 'claim_token' | 'link' | 'private_key';
}

interface StoredSecret {
  readonly key: readonly string[];
  readonly stored: Uint8Array;
}

const PAGE = 500;

/** The next secrets of a column, in the order of the table's key. */
export function secretsAfter({ table, key, column }: SecretColumn, after: readonly string[] | null): Promise<StoredSecret[]> {
  const columns = key.map((name) => `s.${name}`);
  const beyond = `AND (${columns.join(', ')}) > (${key.map((_, i) => `$${i + 1}`).join(', ')})`;
  return statement(
    `SELECT ARRAY[${columns.map((name) => `${name}::text`).join(', ')}] AS key, s.${column} AS stored FROM ${table} s
     WHERE s.${column} IS NOT NULL ${after === null ? '' : beyond} ORDER BY ${columns.join(', ')} LIMIT ${PAGE}`,
    after ?? [],
  );
}

/** @returns false when the secret changed since it was read. */
export async function replaceSecret({ table, key, column }: SecretColumn, secret: StoredSecret, fresh: Uint8Array): Promise<boolean> {
  const isIt = key.map((name, i) => `${name} = $${i + 3}`).join(' AND ');
  const rows = await statement(`UPDATE ${table} SET ${column} = $1 WHERE ${isIt} AND ${column} = $2 RETURNING 1 AS done`, [
    fresh,
    secret.stored,
    ...secret.key,
  ]);
  return rows.length > 0;
}

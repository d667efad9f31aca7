/** Reads and replaces encrypted secrets across all organizations, for the operator who changes the encryption key. */
import { statement } from '../transaction';

/** Names from the schema, never from a caller. */
export interface SecretColumn {
  readonly table: 'webhook_endpoints' | 'fulfillment_accounts' | 'fulfillment_orders' | 'ledger_signing_keys';
  readonly id: 'id' | 'redemption_id';
  readonly column: 'secret' | 'previous_secret' | 'secrets' | 'claim_token' | 'link' | 'private_key';
}

const PAGE = 500;

/** The next secrets of a column, by row id. */
export function secretsAfter({ table, id, column }: SecretColumn, after: string | null): Promise<{ id: string; stored: Uint8Array }[]> {
  return statement(
    `SELECT s.${id}::text AS id, s.${column} AS stored FROM ${table} s
     WHERE s.${column} IS NOT NULL ${after === null ? '' : `AND s.${id} > $1`} ORDER BY s.${id} LIMIT ${PAGE}`,
    after === null ? [] : [after],
  );
}

/** @returns false when the secret changed since it was read. */
export async function replaceSecret(
  { table, id, column }: SecretColumn,
  row: string,
  stored: Uint8Array,
  fresh: Uint8Array,
): Promise<boolean> {
  const rows = await statement(`UPDATE ${table} SET ${column} = $3 WHERE ${id} = $1 AND ${column} = $2 RETURNING 1 AS done`, [
    row,
    stored,
    fresh,
  ]);
  return rows.length > 0;
}

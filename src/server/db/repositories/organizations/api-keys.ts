/** Reads and writes API keys: looked up by hash, together with the organization they open. */
import { statement, type Tx } from '@/server/db/transaction';

export interface ApiKeyRow {
  id: string;
  organization_id: string;
  key_hash: Buffer;
  trusted: boolean;
  expires_at: Date | null;
  revoked_at: Date | null;
  mode: 'LIVE' | 'SANDBOX';
  organization_status: 'ACTIVE' | 'SUSPENDED';
  clock_offset_ms: number;
}

/** The one lookup across organizations: the key says whose it is. */
export async function findApiKey(hash: Buffer): Promise<ApiKeyRow | null> {
  const [row] = await statement<ApiKeyRow>(
    `SELECT k.id, k.organization_id, k.key_hash, k.trusted, k.expires_at, k.revoked_at,
            o.mode, o.status AS organization_status, o.clock_offset_ms
     FROM api_keys k JOIN organizations o ON o.id = k.organization_id
     WHERE k.key_hash = $1`,
    [hash],
  );
  return row ?? null;
}

const NOTED_EVERY_MS = 60_000;

/** Records that a key was used, at most once a minute. */
export async function touchApiKey({ organization_id, id }: Pick<ApiKeyRow, 'organization_id' | 'id'>, at: Date): Promise<void> {
  await statement(
    `INSERT INTO api_key_uses AS used (organization_id, api_key_id, last_used_at) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, api_key_id) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
     WHERE used.last_used_at < $4`,
    [organization_id, id, at, new Date(at.getTime() - NOTED_EVERY_MS)],
  );
}

interface NewApiKeyRow {
  id: string;
  organizationId: string;
  name: string;
  hash: Buffer;
  prefix: string;
  lastFour: string;
  trusted: boolean;
  createdBy: string | null;
  createdAt: Date;
}

export async function insertApiKey(tx: Pick<Tx, 'query'>, row: NewApiKeyRow): Promise<void> {
  await tx.query(
    `INSERT INTO api_keys (id, organization_id, name, key_hash, prefix, last_four, trusted, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [row.id, row.organizationId, row.name, row.hash, row.prefix, row.lastFour, row.trusted, row.createdBy, row.createdAt],
  );
}

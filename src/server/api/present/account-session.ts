/** Presents a session to its owner. */
import type { AccountSession } from '@/contract/account';
import type { AccountSessionRow } from '@/server/db/repositories/organizations/account-sessions';
import { presentTime } from './time';

/** @param currentId id of the session that makes the request. */
export const presentAccountSession = (row: AccountSessionRow, currentId: string): AccountSession => ({
  id: row.id,
  user_agent: row.user_agent,
  ip_address: row.ip_address,
  signed_in_at: presentTime(row.created_at),
  last_seen_at: presentTime(row.updated_at),
  current: row.id === currentId,
});

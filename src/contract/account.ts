/** The account of whoever is signed in to the dashboard. No route under /v1 touches it. */
import { z } from 'zod';
import { Name, Timestamp, Uuid } from './primitives';

export const AccountName = z.strictObject({ name: Name });
export type AccountName = z.infer<typeof AccountName>;

export const AccountSession = z.strictObject({
  id: Uuid,
  user_agent: z.string().nullable().describe('The User-Agent of the browser.'),
  ip_address: z.string().nullable(),
  signed_in_at: Timestamp,
  last_seen_at: Timestamp.describe('When the session was last used, to within five minutes.'),
  current: z.boolean().describe('Whether this is the session that made the request.'),
});
export type AccountSession = z.infer<typeof AccountSession>;

export const AccountSessionList = z.strictObject({ data: z.array(AccountSession) });
export const AccountSessionPath = z.strictObject({ id: Uuid });
export const EndedSessions = z.strictObject({ ended: z.int().min(0) });

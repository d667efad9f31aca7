/**
 * Stops password guessing against one account, wherever the guesses come from: after too many failures an email address must wait,
 * and a success clears them. Kept per process, bounded in size.
 */
import { singleton } from '@/server/platform/singleton';

const MAX_FAILURES = 20;
const WINDOW_MS = 15 * 60_000;
const MAX_ACCOUNTS = 10_000;

interface Failures {
  count: number;
  until: number;
}

const failures = (): Map<string, Failures> => singleton('sign-in-failures', () => new Map<string, Failures>());
const key = (email: string): string => email.trim().toLowerCase();

/** Seconds to wait before the next attempt for this address; 0 when one may be made now. */
export function signInWait(email: string, now: number): number {
  const known = failures().get(key(email));
  if (!known || known.until <= now || known.count < MAX_FAILURES) return 0;
  return Math.ceil((known.until - now) / 1000);
}

export function recordSignIn(email: string, succeeded: boolean, now: number): void {
  const all = failures();
  const name = key(email);
  const known = all.get(name);
  all.delete(name);
  if (succeeded) return;
  const live = known && known.until > now;
  all.set(name, { count: live ? known.count + 1 : 1, until: live ? known.until : now + WINDOW_MS });
  const [oldest] = all.keys();
  if (all.size > MAX_ACCOUNTS && oldest !== undefined) all.delete(oldest);
}

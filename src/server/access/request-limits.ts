/** The request limits as the settings have them, borrowed from the database in the name of this process. */
import { env } from '@/env';
import { borrowRequests } from '@/server/db/repositories/organizations/request-limits';
import { newId } from '@/server/platform/ids';
import { SharedRateLimiter } from './shared-rate-limit';
import { dropSingleton, singleton } from '@/server/platform/singleton';

export function requestLimits(): SharedRateLimiter {
  return singleton('rate-limiter', () => {
    const processId = newId();
    return new SharedRateLimiter({
      limit: { perSecond: env().RATE_LIMIT_PER_SECOND, burst: env().RATE_LIMIT_BURST },
      lend: (owner, request, limit) => borrowRequests(owner, processId, request, limit),
      now: () => Date.now(),
    });
  });
}

/** Gives back what this process has borrowed. */
export async function closeRequestLimits(): Promise<void> {
  const closing = requestLimits();
  dropSingleton('rate-limiter');
  await closing.close();
}

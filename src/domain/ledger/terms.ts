/** Resolves when a credited lot matures and expires, given as instants or as durations from now. */
import { parseDuration } from '@/domain/duration';
import { DomainError } from '@/domain/errors';
import { isTimestamp } from '@/domain/timestamp';
import type { LotTerms } from './lots';

/** Terms as callers and rules write them; at most one of each pair. */
export interface TermsSource {
  readonly expires_at?: string | undefined;
  readonly expires_in?: string | undefined;
  readonly matures_at?: string | undefined;
  readonly matures_in?: string | undefined;
}

/**
 * @param now what durations count from.
 * @throws DomainError invalid_request (both forms), invalid_lot_lifecycle (malformed),
 * invalid_expiration (not in the future), invalid_lot_lifecycle_order.
 */
export function resolveTerms(source: TermsSource, now: Date): LotTerms {
  const expiresAt = instant(source.expires_at, source.expires_in, 'expires', now);
  const maturesAt = instant(source.matures_at, source.matures_in, 'matures', now);
  if (expiresAt && expiresAt <= now)
    throw new DomainError('invalid_expiration', '`expires_at` must be in the future.', { param: 'expires_at' });
  if (expiresAt && maturesAt && maturesAt > expiresAt) {
    throw new DomainError('invalid_lot_lifecycle_order', 'The lot would expire before it matures; let it mature earlier or expire later.', {
      param: source.matures_at ? 'matures_at' : 'matures_in',
    });
  }
  return { expiresAt, maturesAt };
}

/** Whether any terms were given. */
export const namesTerms = (source: TermsSource): boolean =>
  [source.expires_at, source.expires_in, source.matures_at, source.matures_in].some((part) => part !== undefined);

function instant(at: string | undefined, after: string | undefined, verb: 'expires' | 'matures', now: Date): Date | null {
  if (at !== undefined && after !== undefined)
    throw new DomainError('invalid_request', `Send one of \`${verb}_at\` and \`${verb}_in\`, not both.`, { param: `${verb}_in` });
  if (at !== undefined) {
    if (!isTimestamp(at))
      throw new DomainError('invalid_lot_lifecycle', `\`${verb}_at\` must be an RFC 3339 timestamp.`, { param: `${verb}_at` });
    return new Date(at);
  }
  if (after === undefined) return null;
  const milliseconds = parseDuration(after);
  if (milliseconds === null)
    throw new DomainError('invalid_lot_lifecycle', `\`${verb}_in\` must be a positive duration such as "30d".`, { param: `${verb}_in` });
  return new Date(now.getTime() + milliseconds);
}

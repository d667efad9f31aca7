/** Refuses endpoint URLs that deliveries must not go to, judging by their syntax and by what their host resolves to. */
import { isIP } from 'node:net';
import { DomainError } from '@/domain/errors';
import { targetFault } from '@/domain/webhooks/target';
import { env } from '@/env';
import { resolvesPublicly } from '@/server/platform/outbound/webhook-target';

/** @throws DomainError validation_error on `url`. */
export async function assertTarget(url: string): Promise<void> {
  const allowPrivate = env().WEBHOOK_ALLOW_PRIVATE_TARGETS;
  const fault = targetFault(url, allowPrivate);
  if (fault) throw refused(fault);
  if (allowPrivate) return;
  const { hostname } = new URL(url);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (!isAddress && !(await resolvesPublicly(hostname))) throw refused('Must name a host that resolves to a public address.');
}

function refused(message: string): DomainError {
  return new DomainError('validation_error', `\`url\`: ${message}`, {
    param: 'url',
    fields: [{ field: 'url', message, reason: 'invalid_value', expected: 'public https URL' }],
  });
}

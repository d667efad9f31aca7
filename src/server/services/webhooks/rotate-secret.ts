/** Gives an endpoint a new secret; until the overlap ends, deliveries are signed with the old one too. */
import type { RotateWebhookSecret } from '@/contract/webhook';
import { parseDuration } from '@/domain/duration';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { updateWebhookEndpointRow, type WebhookEndpointRow } from '@/server/db/repositories/webhooks/webhook-endpoints';
import { withTransaction } from '@/server/db/transaction';
import { newEndpointSecret } from './endpoint-secret';
import { getEndpointForUpdate } from './get-endpoint';

/** A rotation within the overlap of an earlier one ends that overlap. @throws DomainError not_found, invalid_status (archived). */
export function rotateSecret(ctx: Ctx, { id, overlap }: RotateWebhookSecret): Promise<{ row: WebhookEndpointRow; secret: string }> {
  return withTransaction(async (tx) => {
    const endpoint = await getEndpointForUpdate(ctx, tx, id);
    if (endpoint.status === 'ARCHIVED')
      throw new DomainError('invalid_status', 'The endpoint is archived, so its secret cannot be rotated.', { param: 'id' });
    const now = ctx.clock.now();
    const { text, stored } = newEndpointSecret(id);
    const row = {
      ...endpoint,
      secret: stored,
      previous_secret: endpoint.secret,
      previous_secret_until: new Date(now.getTime() + (parseDuration(overlap) ?? 0)),
      updated_at: now,
    };
    await updateWebhookEndpointRow(tx, ctx.organization.id, row);
    return { row, secret: text };
  });
}

/** Pages through the catalogue of event types in its own order, with cursors like those of any other list. */
import { WEBHOOK_TYPES, type WebhookType } from '@/domain/webhooks/catalog';
import { keysetPage, type KeysetList, type KeysetPage } from '@/server/db/keyset';

const CATALOGUE: KeysetList<'position'> = {
  name: 'webhook-event-types',
  select: { columns: 'type', from: `unnest('{${WEBHOOK_TYPES.join(',')}}'::text[]) WITH ORDINALITY AS catalogue (type, position)` },
  sorts: { position: [{ sql: 'position', type: 'bigint' }] },
  id: { sql: 'type', type: 'text' },
};

export function listWebhookTypeRows(
  organizationId: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<KeysetPage<{ type: WebhookType }>> {
  return keysetPage<{ type: WebhookType }, 'position'>(CATALOGUE, {
    organizationId,
    query: { ...query, sort_by: 'position', sort_dir: 'asc' },
    where: [],
  });
}

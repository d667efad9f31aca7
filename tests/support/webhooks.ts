/** Sets up webhook tests: a sandbox with an endpoint, its clock, and its deliveries. */
import type { WebhookDelivery, WebhookDeliveryDetail, WebhookEndpointWithSecret } from '@/contract/webhook';
import { webhook } from '@/domain/webhooks/events';
import { withTransaction } from '@/server/db/transaction';
import { insertWebhooks } from '@/server/db/webhook-writing';
import { organization, type Api, type TestOrganization } from './api';
import type { Receiver } from './receiver';

export interface Advanced {
  now: string;
  performed: { events: number; webhook_deliveries: number };
}

export interface Hooked extends TestOrganization {
  readonly endpoint: WebhookEndpointWithSecret;
  /** Queues a sample event of a type. */
  send(type?: string): Promise<WebhookDeliveryDetail>;
  /** Creates many events at once, each with a delivery to every endpoint subscribed to its type. */
  happen(type: 'event.completed' | 'event.failed', times: number): Promise<void>;
  advance(by: string): Promise<Advanced>;
  delivery(id: string): Promise<WebhookDeliveryDetail>;
  deliveries(query?: string): Promise<WebhookDelivery[]>;
}

export async function createEndpoint(api: Api, url: string, events: readonly string[] = ['*']): Promise<WebhookEndpointWithSecret> {
  const { status, body } = await api.post<WebhookEndpointWithSecret>('/webhook-endpoints', { url, enabled_events: events });
  if (status !== 201) throw new Error(`no endpoint could be made: ${JSON.stringify(body)}`);
  return body;
}

/** A sandbox whose endpoint is the receiver. Nothing is delivered until its clock is advanced. */
export async function sandboxWith(receiver: Pick<Receiver, 'url'>): Promise<Hooked> {
  const made = await organization({ mode: 'SANDBOX' });
  const endpoint = await createEndpoint(made.api, receiver.url);
  const expecting = async <T>(status: number, answer: Promise<{ status: number; body: T }>): Promise<T> => {
    const got = await answer;
    if (got.status !== status) throw new Error(`expected ${status}: ${JSON.stringify(got.body)}`);
    return got.body;
  };
  return {
    ...made,
    endpoint,
    send: (type = 'event.completed') =>
      expecting(202, made.api.post<WebhookDeliveryDetail>(`/webhook-endpoints/${endpoint.id}/test`, { event_type: type })),
    happen: (type, times) => {
      const ids = { event_id: made.id, organization_id: made.id, program_id: made.id };
      const draft = type === 'event.failed' ? webhook(type, { ...ids, error: 'It failed.' }) : webhook(type, ids);
      const scope = { organizationId: made.id, now: new Date() };
      return withTransaction((tx) =>
        insertWebhooks(
          tx,
          scope,
          Array.from({ length: times }, () => draft),
        ),
      );
    },
    advance: (by) => expecting(200, made.api.post<Advanced>('/sandbox/clock/advance', { by })),
    delivery: (id) => expecting(200, made.api.get<WebhookDeliveryDetail>(`/webhook-deliveries/${id}`)),
    deliveries: async (query = '') => (await expecting(200, made.api.get<{ data: WebhookDelivery[] }>(`/webhook-deliveries${query}`))).data,
  };
}

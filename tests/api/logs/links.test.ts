import { expect, test } from 'vitest';
import type { EventDetail } from '@/contract/event';
import type { WebhookDelivery, WebhookDeliveryDetail } from '@/contract/webhook';
import { requestLog } from '@/server/observability/request-log';
import { processDueEvents } from '@tests/support/jobs';
import { programWithAsset } from '@tests/support/programs';
import { createEndpoint } from '@tests/support/webhooks';

test('an event and the deliveries that came of it name the request that sent it, which the log finds', async () => {
  const club = await programWithAsset();
  const { api } = club;
  await createEndpoint(api, 'http://127.0.0.1:9/');
  await club.addRule({});
  const sent = await api.post<{ id: string }>('/events', {
    program_id: club.program.id,
    external_id: 'ada',
    idempotency_key: 'first',
    event_data: {},
  });
  const request_id = sent.headers['x-request-id'];
  await processDueEvents(club.id);
  expect((await api.get<EventDetail>(`/events/${sent.body.id}`)).body).toMatchObject({ status: 'COMPLETED', request_id });
  const { body: deliveries } = await api.get<{ data: WebhookDelivery[] }>('/webhook-deliveries?event_type=balance.credited');
  expect(deliveries.data).toHaveLength(1);
  expect((await api.get<WebhookDeliveryDetail>(`/webhook-deliveries/${deliveries.data[0]!.id}`)).body).toMatchObject({ request_id });
  await requestLog().flush();
  const { body: log } = await api.get<{ data: { path: string }[] }>(`/logs?request_id=${request_id}`);
  expect(log.data).toMatchObject([{ path: '/v1/events', status: 202 }]);
});

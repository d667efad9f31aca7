/** Declares the procedures on webhook endpoints: their settings, secrets and health, and the recovery of failed deliveries. */
import { z } from 'zod';
import {
  CreateWebhookEndpoint,
  ListEndpointDeliveries,
  ListWebhookEndpoints,
  RotateWebhookSecret,
  TestWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointDetail,
  WebhookEndpointPage,
  WebhookEndpointPath,
  WebhookEndpointWithSecret,
} from '@/contract/webhook';
import { ReadWebhookHealth, WebhookHealthReport } from '@/contract/webhook-health';
import {
  ListWebhookRecoveries,
  RecoverableDeliveries,
  RecoverWebhookEndpoint,
  WebhookRecovery,
  WebhookRecoveryPage,
  WebhookRecoveryPath,
} from '@/contract/webhook-recovery';
import { presentPage } from '@/server/api/present/page';
import {
  presentDelivery,
  presentDeliveryDetail,
  presentEndpoint,
  presentEndpointDetail,
  presentHealthReport,
  presentRecovery,
} from '@/server/api/present/webhook';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import {
  archiveEndpoint,
  assertTarget,
  createEndpoint,
  getEndpoint,
  listEndpoints,
  revealSecret,
  rotateSecret,
  updateEndpoint,
} from '@/server/services/webhooks/endpoints';
import { readEndpointHealth, readHealthReport } from '@/server/services/webhooks/endpoint-health';
import { listDeliveries, testEndpoint } from '@/server/services/webhooks/deliveries';
import { countRecoverable, getRecovery, listRecoveries, startRecovery } from '@/server/services/webhooks/recoveries';

export const webhookEndpointsRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/webhook-endpoints',
        summary: 'Create a webhook endpoint',
        description:
          'Only this response carries the `secret` that deliveries are signed with, in `Service-Signature` and in the Standard Webhooks headers.',
        status: 201,
        location: '/v1/webhook-endpoints/{id}',
        idempotency: 'replay',
        errors: [],
      }),
    )
    .input(CreateWebhookEndpoint)
    .output(WebhookEndpointWithSecret)
    .mutation(async ({ ctx, input }) => {
      await assertTarget(input.url);
      const endpoint = await replay(ctx, 'webhook_endpoints.create', input, async (tx) =>
        presentEndpoint(await createEndpoint(ctx, tx, input), ctx.clock.now()),
      );
      return { ...endpoint, secret: await revealSecret(ctx, endpoint.id) };
    }),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/webhook-endpoints',
        summary: 'List webhook endpoints',
        description: 'Without their secrets, which are returned only when they are created or rotated.',
        errors: [],
      }),
    )
    .input(ListWebhookEndpoints)
    .output(WebhookEndpointPage)
    .query(async ({ ctx, input }) => presentPage(await listEndpoints(ctx, input), (row) => presentEndpoint(row, ctx.clock.now()))),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/webhook-endpoints/{id}',
        summary: 'Read a webhook endpoint',
        description:
          'Returns an endpoint with its health: how many attempts of the last 24 hours succeeded, and how fast they were answered.',
        errors: [404],
      }),
    )
    .input(WebhookEndpointPath)
    .output(WebhookEndpointDetail)
    .query(async ({ ctx, input }) => presentEndpointDetail(await getEndpoint(ctx, input.id), await readEndpointHealth(ctx, input.id))),

  health: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/webhook-endpoints/{id}/health',
        summary: 'Read the health of a webhook endpoint over time',
        description: 'Success and latency of the attempts in the last day or week, as a whole and in equal parts.',
        errors: [404],
      }),
    )
    .input(ReadWebhookHealth)
    .output(WebhookHealthReport)
    .query(async ({ ctx, input }) => {
      await getEndpoint(ctx, input.id);
      return presentHealthReport(await readHealthReport(ctx, input.id, input.period));
    }),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/webhook-endpoints/{id}',
        summary: 'Change, disable or archive a webhook endpoint',
        description:
          'Disabling or archiving an endpoint fails its queued deliveries with `endpoint_disabled`. An archived endpoint refuses every change with `invalid_status`. The service also disables an endpoint, with `disabled_reason` `SUSTAINED_FAILURE`, at the first failed attempt after 5 days of nothing but failures, at least 10 of them. A 429 is not a failure. A success, a new `url` or enabling the endpoint starts the count over.',
        errors: [404],
      }),
    )
    .input(UpdateWebhookEndpoint)
    .output(WebhookEndpoint)
    .mutation(async ({ ctx, input }) => presentEndpoint(await updateEndpoint(ctx, input), ctx.clock.now())),

  archive: organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: '/v1/webhook-endpoints/{id}',
        summary: 'Archive a webhook endpoint',
        description: 'The same as a PATCH with the status ARCHIVED: its deliveries remain readable. Archiving again changes nothing.',
        status: 204,
        errors: [404],
      }),
    )
    .input(WebhookEndpointPath)
    .output(z.void())
    .mutation(({ ctx, input }) => archiveEndpoint(ctx, input.id)),

  rotateSecret: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/webhook-endpoints/{id}/rotate-secret',
        summary: 'Rotate the secret of a webhook endpoint',
        description: 'Until the overlap ends, each delivery carries two signatures, one for each secret.',
        errors: [404],
      }),
    )
    .input(RotateWebhookSecret)
    .output(WebhookEndpointWithSecret)
    .mutation(async ({ ctx, input }) => {
      const { row, secret } = await rotateSecret(ctx, input);
      return { ...presentEndpoint(row, ctx.clock.now()), secret };
    }),

  test: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/webhook-endpoints/{id}/test',
        summary: 'Send a sample event to a webhook endpoint',
        description:
          'The test is sent, signed and retried like any delivery, even if the endpoint does not subscribe to the type. `data` replaces the sample.',
        status: 202,
        errors: [404],
      }),
    )
    .input(TestWebhookEndpoint)
    .output(WebhookDeliveryDetail)
    .mutation(({ ctx, input }) => testEndpoint(ctx, input).then(presentDeliveryDetail)),

  recover: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/webhook-endpoints/{id}/recover',
        summary: 'Resend all failed deliveries of a webhook endpoint',
        description:
          'Starts a recovery: each delivery that failed since `from` (and was created before `to`) is queued again with the full number of attempts, the oldest first, with no more than 100 at a time waiting for their first attempt. An endpoint has one recovery at a time (`recovery_running`).',
        status: 202,
        errors: [404, 409],
      }),
    )
    .input(RecoverWebhookEndpoint)
    .output(WebhookRecovery)
    .mutation(({ ctx, input }) => startRecovery(ctx, input).then(presentRecovery)),

  recoverable: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/webhook-endpoints/{id}/recover',
        summary: 'Count what a recovery would send again',
        description: 'The deliveries that failed in the window, whenever their events happened.',
        errors: [404],
      }),
    )
    .input(RecoverWebhookEndpoint)
    .output(RecoverableDeliveries)
    .query(async ({ ctx, input }) => ({ total: await countRecoverable(ctx, input) })),

  recoveries: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/webhook-endpoints/{id}/recoveries',
        summary: 'List the recoveries of a webhook endpoint',
        description: 'Newest first.',
        errors: [404],
      }),
    )
    .input(ListWebhookRecoveries)
    .output(WebhookRecoveryPage)
    .query(async ({ ctx, input }) => presentPage(await listRecoveries(ctx, input), presentRecovery)),

  recovery: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/webhook-endpoints/{id}/recoveries/{recovery_id}',
        summary: 'Read the progress of a recovery',
        description: 'Returns how many deliveries have been sent again, and how many are left.',
        errors: [404],
      }),
    )
    .input(WebhookRecoveryPath)
    .output(WebhookRecovery)
    .query(({ ctx, input }) => getRecovery(ctx, input).then(presentRecovery)),

  deliveries: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/webhook-endpoints/{id}/deliveries',
        summary: 'List the deliveries to a webhook endpoint',
        description: 'Newest first by default, without their attempts.',
        errors: [404],
      }),
    )
    .input(ListEndpointDeliveries)
    .output(WebhookDeliveryPage)
    .query(async ({ ctx, input: { id, ...query } }) => {
      await getEndpoint(ctx, id);
      return presentPage(await listDeliveries(ctx, { ...query, endpoint_id: id }), presentDelivery);
    }),
});

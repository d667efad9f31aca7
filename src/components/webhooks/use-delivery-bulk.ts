/** Resends many failed deliveries at once. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { PAGE_LIMIT_MAX } from '@/contract/choices';
import type { WebhookDelivery } from '@/contract/webhook';
import { counted, type Bulk } from '@/components/bulk/action';
import { useMay } from '@/components/shell/session';
import { useTRPC, useTRPCClient } from '@/trpc/client';

const NOUN = ['delivery', 'deliveries'] as const;

type Client = ReturnType<typeof useTRPCClient>;

/** @param filters of the list, to find all matching deliveries. */
export function useDeliveryBulk(
  filters: Omit<NonNullable<Parameters<Client['webhookDeliveries']['list']['query']>[0]>, 'cursor' | 'limit'>,
  addressOf: (endpointId: string) => string,
): Bulk<WebhookDelivery> | undefined {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const { change } = useMay();
  if (!change) return undefined;
  return {
    noun: NOUN,
    idOf: ({ id }) => id,
    nameOf: ({ event_type, endpoint_id }) => `${event_type} to ${addressOf(endpoint_id)}`,
    pathOf: ({ id }) => `/webhooks/deliveries/${id}`,
    actions: [
      {
        verb: 'Send again',
        done: 'queued',
        offered: { to: ({ status }) => status === 'FAILED', others: 'Only failed deliveries can be sent again together.' },
        consequence: (rows) => {
          const receivers = new Set(rows.map(({ endpoint_id }) => endpoint_id)).size;
          return `Sends ${counted(rows.length, NOUN)} to ${counted(receivers, ['endpoint', 'endpoints'])} with the full number of attempts; body and webhook-id stay the same.`;
        },
        act: ({ id }) => client.webhookDeliveries.resend.mutate({ id }),
      },
    ],
    refresh: () => void queries.invalidateQueries(trpc.webhookDeliveries.pathFilter()),
    pageAt: (cursor) => client.webhookDeliveries.list.query({ ...filters, limit: PAGE_LIMIT_MAX, cursor }),
  };
}

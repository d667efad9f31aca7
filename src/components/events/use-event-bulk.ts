/** Processes many failed events again at once. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import type { EventRecord } from '@/contract/event';
import { PAGE_LIMIT_MAX } from '@/contract/choices';
import { counted, type Bulk } from '@/components/bulk/action';
import { useMay } from '@/components/shell/session';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import { eventName } from './event-name';

const NOUN = ['event', 'events'] as const;

type Client = ReturnType<typeof useTRPCClient>;

/** @param filters of the list, to find all matching events. */
export function useEventBulk(
  filters: Omit<NonNullable<Parameters<Client['events']['list']['query']>[0]>, 'cursor' | 'limit'>,
): Bulk<EventRecord> | undefined {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const { change } = useMay();
  if (!change) return undefined;
  return {
    noun: NOUN,
    idOf: ({ id }) => id,
    nameOf: (event) => [eventName(event), event.external_id].filter(Boolean).join(' of '),
    pathOf: ({ id }) => `/events/${id}`,
    actions: [
      {
        verb: 'Process again',
        done: 'queued',
        offered: { to: ({ status }) => status === 'FAILED', others: 'Only failed events can be processed again.' },
        consequence: (rows) => `${counted(rows.length, NOUN)} that failed are processed again with the current rules.`,
        act: ({ id }) => client.events.retry.mutate({ id }),
      },
    ],
    refresh: () => void queries.invalidateQueries(trpc.events.pathFilter()),
    pageAt: (cursor) => client.events.list.query({ ...filters, limit: PAGE_LIMIT_MAX, cursor }),
  };
}

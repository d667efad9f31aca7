/** The dashboard's way to the API: the same procedures that /v1 serves, with their types. */
'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { useState, type ReactNode } from 'react';
import type { AppRouter } from '@/server/api/root';
import { failureOf } from './failure';

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

const MAX_URL_LENGTH = 6_000;
const RETRIES = 2;
const API = '/api/trpc';

/** Percent-encoding makes up to nine characters of one. */
const isTooLongForUrl = (input: unknown): boolean => (JSON.stringify(input) ?? '').length > MAX_URL_LENGTH / 9;

/** Only what may pass by itself is tried again: a refusal stays one. */
const mayPass = (error: unknown): boolean =>
  ['internal_error', 'service_unavailable', 'retryable_conflict', 'network'].includes(failureOf(error).code);

const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (count, error) => count < RETRIES && mayPass(error), refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });

export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(newQueryClient);
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ input }) => isTooLongForUrl(input),
          true: httpLink({ url: API, methodOverride: 'POST' }),
          false: httpBatchLink({ url: API, maxURLLength: MAX_URL_LENGTH }),
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

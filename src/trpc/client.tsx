/** The dashboard's way to the API: the same procedures that /v1 serves, with their types. */
'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { useState, type ReactNode } from 'react';
import type { AppRouter } from '@/server/api/root';
import { failureOf } from './failure';

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

const MAX_URL_LENGTH = 6_000;
const RETRIES = 2;

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
    createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/api/trpc', maxURLLength: MAX_URL_LENGTH })] }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

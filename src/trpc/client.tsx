/** Connects the dashboard to the API: the procedures behind /v1, with their types. */
'use client';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { useState, type ReactNode } from 'react';
import { signInPath } from './own-path';
import type { AppRouter } from '@/server/api/root';
import { failureOf } from './failure';

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

const MAX_URL_LENGTH = 6_000;
const RETRIES = 2;
const API = '/api/trpc';

/** Percent-encoding turns one character into up to nine. */
const isTooLongForUrl = (input: unknown): boolean => (JSON.stringify(input) ?? '').length > MAX_URL_LENGTH / 9;

/** Only transient failures are retried; a refusal is final. */
const mayPass = (error: unknown): boolean =>
  ['internal_error', 'service_unavailable', 'retryable_conflict', 'network'].includes(failureOf(error).code);

/** Leaves a page whose session has ended or no longer grants access. */
function leave(error: unknown): void {
  const { code } = failureOf(error);
  const { pathname, search } = window.location;
  if (code === 'authentication_required') window.location.assign(signInPath(pathname + search));
  if (code === 'second_factor_required') window.location.assign('/two-factor');
}

const newQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: leave }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => count < RETRIES && mayPass(error),
        refetchOnWindowFocus: true,
        // Reports a missing network instead of waiting for one silently.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
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

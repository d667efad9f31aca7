/** What the API's procedures answer, as it arrives in the browser. */
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/api/root';

export type Outputs = inferRouterOutputs<AppRouter>;

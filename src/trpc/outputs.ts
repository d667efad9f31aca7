/** The outputs of the API's procedures, as they arrive in the browser. */
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/api/root';

export type Outputs = inferRouterOutputs<AppRouter>;

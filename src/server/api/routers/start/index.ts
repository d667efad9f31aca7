/** The guided start of the dashboard; it has no route. */
import { router } from '@/server/api/trpc';
import { readStartProcedure } from './read';

export const startRouter = router({ read: readStartProcedure });

/** Groups the procedures of the dashboard's guided start; none has a REST route. */
import { router } from '@/server/api/trpc';
import { readStartProcedure } from './read';

export const startRouter = router({ read: readStartProcedure });

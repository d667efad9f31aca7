import { router } from '@/server/api/trpc';
import { readStartProcedure } from './read';

export const startRouter = router({ read: readStartProcedure });

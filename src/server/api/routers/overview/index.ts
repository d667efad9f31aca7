import { router } from '@/server/api/trpc';
import { readOverviewProcedure } from './read';

export const overviewRouter = router({ read: readOverviewProcedure });

import { router } from '@/server/api/trpc';
import { createTierRoute } from './create';
import { getTierRoute } from './get';
import { listTiersRoute } from './list';
import { updateTierRoute } from './update';

export const tiersRouter = router({ create: createTierRoute, list: listTiersRoute, get: getTierRoute, update: updateTierRoute });

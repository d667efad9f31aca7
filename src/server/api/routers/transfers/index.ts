import { router } from '@/server/api/trpc';
import { createTransferRoute } from './create';
import { getTransferRoute } from './get';
import { listTransfersRoute } from './list';

export const transfersRouter = router({ create: createTransferRoute, list: listTransfersRoute, get: getTransferRoute });

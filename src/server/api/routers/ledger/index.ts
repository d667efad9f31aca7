import { router } from '@/server/api/trpc';
import { listCheckpointsRoute } from './list-checkpoints';
import { publicKeyRoute } from './public-key';

export const ledgerRouter = router({ publicKey: publicKeyRoute, listCheckpoints: listCheckpointsRoute });

/** Groups the procedures on API keys, which are managed only in the dashboard; none has a REST route. */
import { router } from '@/server/api/trpc';
import { createApiKeyProcedure } from './create';
import { listApiKeysProcedure } from './list';
import { revokeApiKeyProcedure } from './revoke';
import { rotateApiKeyProcedure } from './rotate';

export const apiKeysRouter = router({
  list: listApiKeysProcedure,
  create: createApiKeyProcedure,
  rotate: rotateApiKeyProcedure,
  revoke: revokeApiKeyProcedure,
});

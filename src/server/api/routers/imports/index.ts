import { router } from '@/server/api/trpc';
import { cancelImportRoute } from './cancel';
import { listImportErrorsRoute } from './errors';
import { getImportRoute } from './get';
import { listImportsRoute } from './list';
import { importParticipantsRoute } from './participants';

export const importsRouter = router({
  participants: importParticipantsRoute,
  list: listImportsRoute,
  get: getImportRoute,
  errors: listImportErrorsRoute,
  cancel: cancelImportRoute,
});

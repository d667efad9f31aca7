import { router } from '@/server/api/trpc';
import { getAuditEntryRoute } from './get';
import { listAuditEntriesRoute } from './list';

export const auditLogRouter = router({ list: listAuditEntriesRoute, get: getAuditEntryRoute });

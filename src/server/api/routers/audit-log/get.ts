import { AuditEntry, AuditEntryPath } from '@/contract/audit-log';
import { presentAuditEntry } from '@/server/api/present/audit-entry';
import { route } from '@/server/api/route';
import { sensitiveProcedure } from '@/server/api/trpc';
import { getAuditEntry } from '@/server/services/audit/get-audit-entry';

export const getAuditEntryRoute = sensitiveProcedure('ADMIN')
  .meta(
    route({
      method: 'GET',
      path: '/v1/audit-log/{id}',
      summary: 'Read an entry of the audit log',
      description: 'Returns one change with the fields that it affected. Among members, owners and admins can read it.',
      errors: [404],
    }),
  )
  .input(AuditEntryPath)
  .output(AuditEntry)
  .query(({ ctx, input }) => getAuditEntry(ctx, input.id).then(presentAuditEntry));

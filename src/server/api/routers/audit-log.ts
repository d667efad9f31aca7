/** Declares the procedures on the audit log, which keys, owners and admins can read and nobody can change. */
import { AuditEntry, AuditEntryPage, AuditEntryPath, ListAuditEntries } from '@/contract/audit-log';
import { answerListing } from '@/server/api/answer-listing';
import { presentAuditEntry } from '@/server/api/present/log';
import { route } from '@/server/api/route';
import { router, sensitiveProcedure } from '@/server/api/trpc';
import { getAuditEntry, listAuditEntries } from '@/server/services/audit/get-audit-entry';

export const auditLogRouter = router({
  list: sensitiveProcedure('ADMIN')
    .meta(
      route({
        method: 'GET',
        path: '/v1/audit-log',
        summary: 'List the audit log',
        description:
          'Every change of configuration and every operation on value by a key or a person, newest first: who made it, what changed, and from where. Entries are written together with the change, are never changed, and are kept permanently. For what rules, deadlines and schedules do, see events and journal entries. Among members, owners and admins can read the audit log. CSV leaves out `before` and `after`.',
        csv: AuditEntry,
        errors: [],
      }),
    )
    .input(ListAuditEntries)
    .output(AuditEntryPage)
    .query(async ({ ctx, input }) => answerListing(ctx, listAuditEntries(ctx, input), presentAuditEntry)),

  get: sensitiveProcedure('ADMIN')
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
    .query(({ ctx, input }) => getAuditEntry(ctx, input.id).then(presentAuditEntry)),
});

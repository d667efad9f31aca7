/** The audit log on the wire (API page: "Ledger, reports, logs"). */
import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_RESOURCES } from '@/domain/audit';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { Text, Timestamp, Uuid } from './primitives';
import { reportFormat } from './report';

const fieldsOf = (when: string, absent: string) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(`The fields that differ, as they were ${when}; secrets read \`[redacted]\`, amounts are decimal strings. ${absent}`);

export const AuditEntry = z
  .strictObject({
    id: Uuid,
    actor_type: z
      .enum(AUDIT_ACTORS)
      .describe(
        'USER: a person in the dashboard. TOKEN: the holder of a session token. SYSTEM: the service itself, for example when it disables an endpoint.',
      ),
    actor_id: z.string().nullable().describe("The id of the key or the person, or the token's subject."),
    actor_name: z.string().nullable().describe("The key's name or the person's email address, as it was then."),
    on_behalf_of: z.string().nullable().describe('What a trusted key sent as `X-On-Behalf-Of`.'),
    action: z.enum(AUDIT_ACTIONS),
    resource_type: z.enum(AUDIT_RESOURCES),
    resource_id: Uuid,
    resource_name: z.string().nullable(),
    program_id: Uuid.nullable(),
    operation: z
      .string()
      .nullable()
      .describe('The operation that was called, such as `programs.update`.')
      .meta({ example: 'rules.update' }),
    request_id: z.string().nullable().describe('Id of the request that made the change, as in `/v1/logs`.'),
    ip: z.string().nullable(),
    organization_time: Timestamp.describe(
      "When the change was made, on the organization's clock; in a sandbox whose clock was moved, later than `created_at`.",
    ),
    created_at: Timestamp.describe('When the change was made, in real time.'),
    summary: z
      .string()
      .nullable()
      .describe('What changed, in plain words, for rules and their budgets, tiers and automations; null for all else.')
      .meta({ examples: ['Changed the rule “Coffee”. When it applies: was for every event, now when amount is over 5.'] }),
    before: fieldsOf('before', 'Null when the resource did not exist, and for operations that only add.'),
    after: fieldsOf('after', 'Null when the resource does not exist any more.'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditEntryPath = z.strictObject({ id: Uuid });

export const ListAuditEntries = listQuery({
  ...createdWindow,
  ...sortedBy(['created_at']),
  ...reportFormat,
  actor_type: z.enum(AUDIT_ACTORS).optional(),
  actor_id: Text.min(1).max(255).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  resource_type: z.enum(AUDIT_RESOURCES).optional(),
  resource_id: Uuid.optional(),
  program_id: Uuid.optional(),
  request_id: Text.min(1).max(64).optional(),
});
export type ListAuditEntries = z.infer<typeof ListAuditEntries>;

export const AuditEntryPage = pageOf(AuditEntry);

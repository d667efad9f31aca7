/** Reads how far an organization's setup has come, judging by what it has rather than what anyone clicked. */
import type { StartProgress } from '@/contract/start';
import { templateOfSets } from '@/contract/templates';
import {
  findFirstProgram,
  hasChangedRule,
  newestCreditedEvent,
  newestSentEvent,
  readPossessions,
} from '@/server/db/repositories/reports/start';
import type { Ctx } from '@/server/platform/context';
import { keyTime } from '@/server/services/organizations/api-keys';

/** @param programId defaults to the newest active program. */
export async function readStart(ctx: Ctx, programId: string | undefined): Promise<StartProgress> {
  const organizationId = ctx.organization.id;
  const [program, possessions] = await Promise.all([
    findFirstProgram(organizationId, programId ?? null),
    readPossessions(organizationId, keyTime(ctx)),
  ]);
  if (!program) return { program: null, event_id: null, credited_event_id: null, has_changed_rule: false, ...possessions };
  const { id, name, rule_set_keys: keys } = program;
  const [event_id, credited_event_id, has_changed_rule] = await Promise.all([
    newestSentEvent(organizationId, id),
    newestCreditedEvent(organizationId, id),
    hasChangedRule(organizationId, id),
  ]);
  return { program: { id, name, template: templateOfSets(keys) }, event_id, credited_event_id, has_changed_rule, ...possessions };
}

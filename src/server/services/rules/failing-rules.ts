/** Finds the active rules that, as they are saved, ended in ERROR for some of the latest events of their programs. */
import type { FailingRule } from '@/contract/failing-rule';
import type { Ctx } from '@/server/platform/context';
import { countRuleFailures, listLatelyProcessed } from '@/server/db/repositories/rules/rule-failures';
import { listActiveRules } from '@/server/db/repositories/rules/rules';
import { autocommit } from '@/server/db/transaction';

/** How many events of a program are considered. */
export const LATEST_EVENTS = 100;
/** How many programs are looked at together, those that processed events last. */
const PROGRAMS_READ = 10;

/** Those that fail most often first. @param programId absent: of all programs, if they are not too many. */
export async function failingRules(ctx: Ctx, programId: string | undefined): Promise<FailingRule[]> {
  const organizationId = ctx.organization.id;
  const programIds = programId === undefined ? await listLatelyProcessed(organizationId, PROGRAMS_READ) : [programId];
  const failures = await countRuleFailures(autocommit, { organizationId, programIds }, LATEST_EVENTS);
  if (failures.length === 0) return [];
  const rules = await listActiveRules(
    organizationId,
    failures.map(({ rule_id }) => rule_id),
  );
  const failing = rules.flatMap(({ id, name, version }) => {
    const own = failures.find(({ rule_id, rule_version }) => rule_id === id && rule_version === version);
    return own ? [{ rule_id: id, rule_name: name, evaluated: own.evaluated, failed: own.failed, reason: own.reason }] : [];
  });
  return failing.toSorted((a, b) => b.failed / b.evaluated - a.failed / a.evaluated);
}

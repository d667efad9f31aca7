/** Marks rules that end in ERROR: the events complete, and nothing else would show that they got less than was meant. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { FailingRule } from '@/contract/failing-rule';
import { useProgramFilter } from '@/components/shell/program-filter';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Badge } from '@/components/ui/badge';
import { Tooltip } from '@/components/ui/tooltip';
import { DangerAlert } from '@/components/ui/danger-alert';
import { useTRPC } from '@/trpc/client';

const REFETCH_MS = 15_000;
const SHOWN = 5;

/** Those of the chosen program, or of the organization. @param shown whether what they mark is shown: it never waits for them. */
export function useFailingRules(shown = true): readonly FailingRule[] {
  const program_id = useProgramFilter();
  const options = { enabled: shown, refetchInterval: REFETCH_MS };
  return useQuery(useTRPC().rules.failing.queryOptions({ program_id }, options)).data ?? [];
}

const outcomeOf = ({ failed, evaluated, reason }: FailingRule): string =>
  `ended in ERROR for ${failed} of the latest ${evaluated} events and did nothing for them. The latest reason: ${reason}.`;

/** Renders nothing for a rule that does not fail. */
export function FailingBadge({ ruleId, failing }: { ruleId: string; failing: readonly FailingRule[] }) {
  const own = failing.find(({ rule_id }) => rule_id === ruleId);
  if (!own) return null;
  return (
    <Tooltip text={`As saved, it ${outcomeOf(own)}`}>
      <span tabIndex={0} className="inline-flex">
        <Badge tone="danger">
          Fails {own.failed} of {own.evaluated}
        </Badge>
      </span>
    </Tooltip>
  );
}

/** Warns on other pages; renders nothing if no rule fails. */
export function FailingRulesNote() {
  const failing = useFailingRules();
  if (failing.length === 0) return null;
  const more = failing.length - SHOWN;
  return (
    <DangerAlert>
      <p className="font-medium">Failing rules</p>
      <ul>
        {failing.slice(0, SHOWN).map((rule) => (
          <li key={rule.rule_id}>
            <ScopedLink href={`/rules/${rule.rule_id}`} className="underline">
              {rule.rule_name}
            </ScopedLink>{' '}
            {outcomeOf(rule)}
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {more} more.</p>}
    </DangerAlert>
  );
}

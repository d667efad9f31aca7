/** Suspends, activates and archives many rules at once. */
'use client';
import type { Rule } from '@/contract/rule';
import { counted, type Bulk, type BulkAction } from '@/components/bulk/action';
import { useMay } from '@/components/shell/session';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPCClient } from '@/trpc/client';
import { EXAMPLE_FAILURE } from './examples/example-failure';
import { STATUS_VERBS, type NextStatus } from './rule-status';
import { useRefreshRules } from './use-rule-configuration';

const BulkOverrideReason = onDemand(() => import('./examples/bulk-override-reason').then((loaded) => loaded.BulkOverrideReason));

const NOUN = ['rule', 'rules'] as const;

const MOVES: readonly { status: NextStatus; done: string; consequence: (rules: string) => string }[] = [
  { status: 'SUSPENDED', done: 'suspended', consequence: (rules) => `Events processed from now on skip ${rules} until activated again.` },
  { status: 'ACTIVE', done: 'activated', consequence: (rules) => `Events processed from now on run ${rules} again.` },
  {
    status: 'ARCHIVED',
    done: 'archived',
    consequence: (rules) => `Archives ${rules} permanently: none runs again or can be changed. What they have given remains.`,
  },
];

const EXAMPLES_OVERRIDE: BulkAction<Rule>['override'] = {
  code: EXAMPLE_FAILURE,
  refusal: (rules) =>
    `${counted(rules, NOUN)} ${rules === 1 ? 'does' : 'do'} not do what ${rules === 1 ? 'its' : 'their'} examples say. Correct them, or say why ${rules === 1 ? 'it' : 'they'} may be active all the same.`,
  initial: { reason: '' },
  Fields: BulkOverrideReason,
  ready: ({ reason }) => Boolean(reason?.trim()),
};

export function useRuleBulk(): Bulk<Rule> | undefined {
  const client = useTRPCClient();
  const refresh = useRefreshRules();
  const { change } = useMay();
  if (!change) return undefined;
  return {
    noun: NOUN,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    pathOf: ({ id }) => `/rules/${id}`,
    actions: MOVES.map(({ status, done, consequence }) => ({
      verb: STATUS_VERBS[status],
      done,
      dangerous: status === 'ARCHIVED',
      offered: {
        to: (rule) => rule.status !== status && rule.status !== 'ARCHIVED',
        others: `Rules that are archived or already ${done} do not change.`,
      },
      consequence: (rules) => consequence(counted(rules.length, NOUN)),
      ...(status === 'ACTIVE' ? { override: EXAMPLES_OVERRIDE } : {}),
      act: ({ id }, { reason }) => client.rules.update.mutate({ id, status, example_override_reason: reason?.trim() || undefined }),
    })),
    refresh: () => void refresh(),
  };
}

/** Shows what became of the codes of an event or a decision: used, or why not. */
'use client';
import type { CodeOutcome } from '@/contract/code-use';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import type { Outputs } from '@/trpc/outputs';

type Outcome = NonNullable<Outputs['events']['get']['codes']>[number];

const UNUSED = 'No rule that asks for it matched, so it was not used up.';

const aboutOf = ({ status, message, margin }: Outcome): string | null => {
  if (status === 'UNUSED') return UNUSED;
  return message === null ? null : `${message}${margin === null ? '' : ` Missed by ${margin.replace(/^-/, '')}.`}`;
};

export const CodeOutcomes = ({ outcomes }: { outcomes: readonly Outcome[] }) => (
  <ul aria-label="Codes" className="panel divide-line divide-y">
    {outcomes.map((outcome) => (
      <li key={outcome.code} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
        <CodeName outcome={outcome} />
        <StatusBadge status={outcome.status} />
        <span className="text-ink-soft min-w-0">{aboutOf(outcome)}</span>
        {outcome.error_code && <code className="text-ink-faint ml-auto font-mono text-xs">{outcome.error_code}</code>}
      </li>
    ))}
  </ul>
);

const CodeName = ({ outcome: { code, batch_id } }: { outcome: Pick<CodeOutcome, 'code' | 'batch_id'> }) =>
  batch_id === null ? (
    <code className="font-mono">{code}</code>
  ) : (
    <ScopedLink href={`/codes/${batch_id}`} className="text-accent font-mono hover:underline">
      {code}
    </ScopedLink>
  );

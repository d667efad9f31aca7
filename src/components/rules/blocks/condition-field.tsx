/** A condition to edit as blocks or as CEL; both write the same text. Which of them is shown is remembered by the browser. */
'use client';
import { useSyncExternalStore, type ComponentProps } from 'react';
import { cn } from '@/components/ui/cn';
import { FieldFault } from '@/components/ui/field';
import { onceInUse } from '@/components/ui/on-demand';
import { CelField } from '../cel/cel-field';
import { NO_FINDINGS, useRuleFindings } from '../cel/rule-findings';
import type { ConditionBlocks } from './condition-blocks';

/** The blocks come with the parser of the language. */
const Blocks = onceInUse<ComponentProps<typeof ConditionBlocks>>(
  () => import('./condition-blocks').then((loaded) => loaded.ConditionBlocks),
  ({ value }) => <p className="min-h-8 font-mono text-xs leading-5 break-words whitespace-pre-wrap">{value}</p>,
);

const VIEWS = ['Blocks', 'CEL'] as const;
type View = (typeof VIEWS)[number];

const STORED_AS = 'condition-view';
const shown = new Set<() => void>();

function remember(view: View): void {
  localStorage.setItem(STORED_AS, view);
  for (const show of shown) show();
}

function subscribe(show: () => void): () => void {
  shown.add(show);
  return () => shown.delete(show);
}

const viewOf = (): View => (localStorage.getItem(STORED_AS) === 'CEL' ? 'CEL' : 'Blocks');

/** What a condition that always holds is for; undefined where leaving it out says as much. */
function alwaysOf(roots: ComponentProps<typeof CelField>['roots']): string | undefined {
  if (roots === undefined || roots.includes('event')) return 'For every event';
  return roots.includes('participant') ? 'For everybody' : undefined;
}

export function ConditionField(props: ComponentProps<typeof CelField>) {
  const view = useSyncExternalStore(subscribe, viewOf, (): View => 'Blocks');
  const { faults: all, vocabulary } = useRuleFindings();
  const faults = all[props.at] ?? NO_FINDINGS;
  const general = faults.find(({ line }) => line === null)?.message ?? (faults.length === 0 ? props.error : undefined);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div role="radiogroup" aria-label="Edit as" className="flex gap-1">
        {VIEWS.map((name) => (
          <label
            key={name}
            className={cn(
              'rounded-control has-focus-visible:outline-accent inline-flex h-7 cursor-pointer items-center border px-2 text-xs font-medium has-focus-visible:outline-2',
              view === name ? 'border-line-strong bg-sunken text-ink' : 'text-ink-soft border-transparent',
            )}
          >
            <input type="radio" className="sr-only" name={`${props.at}-view`} checked={view === name} onChange={() => remember(name)} />
            {name}
          </label>
        ))}
      </div>
      {view === 'CEL' ? (
        <CelField {...props} />
      ) : (
        <>
          <Blocks
            label={props.label}
            value={props.value}
            onChange={props.onChange}
            faults={faults}
            always={alwaysOf(props.roots)}
            vocabulary={props.roots === undefined ? vocabulary : { ...vocabulary, roots: props.roots }}
          />
          {general !== undefined && <FieldFault>{general}</FieldFault>}
        </>
      )}
    </div>
  );
}

/** Shows the progress to the first credited event, until it is reached or the user dismisses it. */
'use client';
import { X } from 'lucide-react';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { currentStep, doneCount, STEPS } from '@/components/start/steps';
import { useDismissed, useStart } from '@/components/start/use-start';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';

export function FirstStep() {
  const { data } = useStart(LIVE_MS);
  const { change } = useMay();
  const [dismissed, dismiss] = useDismissed();
  if (!data) return null;
  if (!data.program)
    return (
      <div className="panel mb-4">
        <EmptyState
          title="Nothing here yet. Six steps take you from a template to the first event that earns something, and to a rule of your own."
          action={
            <Button asChild variant="primary">
              <ScopedLink href="/start">{change ? 'Start the guided setup' : 'See what is left to do'}</ScopedLink>
            </Button>
          }
        />
      </div>
    );
  const next = currentStep(data);
  if (!next || dismissed) return null;
  return (
    <section aria-label="Guided start" className="panel mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 py-1 pr-1 pl-3">
      <p className="min-w-0 flex-1">
        {doneCount(data)} of {STEPS.length} steps done.{' '}
        <span className="text-ink-soft">
          Next:{' '}
          <ScopedLink href="/start" className="text-accent underline">
            {next.title}
          </ScopedLink>
        </span>
      </p>
      <Button variant="quiet" size="icon" aria-label="Dismiss the guided start" onClick={dismiss}>
        <X aria-hidden />
      </Button>
    </section>
  );
}

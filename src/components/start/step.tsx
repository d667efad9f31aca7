/** One step: its number, its state and its content, open while it is current. */
'use client';
import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import type { StepState } from './steps';

const WORDS: Readonly<Record<StepState, readonly [word: string, tone: Tone]>> = {
  DONE: ['Done', 'success'],
  NOW: ['Now', 'info'],
  NEXT: ['Next', 'neutral'],
};

interface StepProps {
  number: number;
  title: string;
  state: StepState;
  /** A line on its purpose or result that stays when it is closed. */
  summary: ReactNode;
  /** Whether it stays open to show its result although it is done. */
  telling?: boolean;
  children: ReactNode;
}

export function Step({ number, title, state, summary, telling = false, children }: StepProps) {
  const id = useId();
  const [chosen, setChosen] = useState<{ state: StepState; open: boolean } | null>(null);
  // A manual toggle holds until the step's state changes.
  const open = chosen?.state === state ? chosen.open : state === 'NOW' || telling;
  const [word, tone] = WORDS[state];
  const heading = useFocusOnTurn(state);
  return (
    <li aria-current={state === 'NOW' ? 'step' : undefined} className={cn('panel', state === 'NOW' && 'border-line-strong')}>
      <div className="flex items-start gap-3 p-4">
        <span
          aria-hidden
          className={cn(
            'flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-semibold',
            state === 'DONE' && 'bg-success-soft text-success border-transparent',
            state === 'NOW' && 'border-accent text-accent',
            state === 'NEXT' && 'text-ink-faint',
          )}
        >
          {state === 'DONE' ? <Check className="size-4" /> : number}
        </span>
        <div className="min-w-0 flex-1">
          <h2
            id={id}
            ref={heading}
            tabIndex={-1}
            className="rounded-control outline-offset-4 flex flex-wrap items-center gap-2 font-semibold"
          >
            <span>
              <span className="sr-only">Step {number}: </span>
              {title}
            </span>
            <Badge tone={tone}>{word}</Badge>
          </h2>
          <div className="text-ink-soft mt-0.5">{summary}</div>
        </div>
        {state !== 'NOW' && (
          <Button size="small" variant="quiet" aria-expanded={open} aria-describedby={id} onClick={() => setChosen({ state, open: !open })}>
            {open ? 'Hide' : 'Show'}
          </Button>
        )}
      </div>
      {/* Hidden rather than unmounted: a dialog opened from here outlives its step. */}
      <div hidden={!open} className="border-line flex flex-col gap-4 border-t p-4">
        {children}
      </div>
    </li>
  );
}

/** Moves focus to a step that becomes current, from the button that has just been hidden. */
function useFocusOnTurn(state: StepState) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    const focused = document.activeElement;
    const lost = focused === null || focused === document.body || focused.closest('[hidden]') !== null;
    if (state === 'NOW' && before.current === 'NEXT' && lost) heading.current?.focus({ preventScroll: true });
    before.current = state;
  }, [state]);
  return heading;
}

/** Replaces an action the user may not take. */
export const NotYours = ({ children }: { children: ReactNode }) => <p className="text-ink-soft">{children}</p>;

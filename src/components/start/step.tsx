/** One step: its number, its state in a word, and what there is to do, open as long as it is its turn. */
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

export interface StepProps {
  number: number;
  title: string;
  state: StepState;
  /** What it is about or what came of it, in a line that stays when it is closed. */
  summary: ReactNode;
  /** Whether it shows what came of it, although it is done. */
  telling?: boolean;
  children: ReactNode;
}

export function Step({ number, title, state, summary, telling = false, children }: StepProps) {
  const id = useId();
  const [chosen, setChosen] = useState<{ state: StepState; open: boolean } | null>(null);
  // What was opened or closed by hand stays so until its turn comes or passes.
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
      {/* Hidden rather than gone: a dialog that was opened from here outlives its step. */}
      <div hidden={!open} className="border-line flex flex-col gap-4 border-t p-4">
        {children}
      </div>
    </li>
  );
}

/** When the turn comes to a step, whoever pressed what has just been hidden goes on from there. */
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

/** What stands in the place of something that the reader may not do. */
export const NotYours = ({ children }: { children: ReactNode }) => <p className="text-ink-soft">{children}</p>;

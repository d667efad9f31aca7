/** How far a moving clock has come, between where it left and where it goes. */
'use client';
import { clockMinute } from './clock-face';
import type { Moving } from './clock-mover';

const STEPS = 1000;

/** Of `STEPS`; a clock that stands at its end may still have work to do there. */
export const progressOf = ({ from, to, at }: Moving): number => {
  const way = Date.parse(to) - Date.parse(from);
  return Math.min(STEPS, Math.max(0, Math.round(((Date.parse(at) - Date.parse(from)) / way) * STEPS)));
};

/** @param moving null while nothing is known of the move yet. */
export function MoveProgress({ moving }: { moving: Moving | null }) {
  return (
    <div className="flex flex-col gap-2">
      <progress
        className="accent-accent h-2 w-full"
        aria-label="How far the clock has come"
        max={STEPS}
        value={moving ? progressOf(moving) : undefined}
      />
      <p className="text-ink-soft flex flex-wrap justify-between gap-x-4 text-xs tabular-nums">
        <span>{moving ? clockMinute(moving.from) : 'Beginning'}</span>
        {moving && <span className="text-ink font-medium">{clockMinute(moving.at)}</span>}
        <span>{moving && clockMinute(moving.to)}</span>
      </p>
    </div>
  );
}

export const BarProgress = ({ moving }: { moving: Moving }) => (
  <progress className="h-1.5 w-16 accent-current sm:w-32" aria-label="How far the clock has come" max={STEPS} value={progressOf(moving)} />
);

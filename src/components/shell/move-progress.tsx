/** Shows the progress of a clock move between its start and its end. */
'use client';
import { cn } from '@/components/ui/cn';
import { clockMinute } from './clock-face';
import type { Moving } from './clock-mover';

/** In percent; at 100 there may still be work to do. */
const progressOf = ({ from, to, at }: Moving): number => {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return Math.min(100, Math.max(0, Math.round(((Date.parse(at) - start) / (end - start)) * 100)));
};

/** @param moving null until the move's state is known. */
export function MoveProgress({ moving }: { moving: Moving | null }) {
  return (
    <div className="flex flex-col gap-2">
      <Track moving={moving} className="bg-line text-accent h-2 w-full" />
      <p className="text-ink-soft flex flex-wrap justify-between gap-x-4 text-xs tabular-nums">
        <span>{moving ? clockMinute(moving.from) : 'Beginning'}</span>
        {moving && <span className="text-ink font-medium">{clockMinute(moving.at)}</span>}
        <span>{moving && clockMinute(moving.to)}</span>
      </p>
    </div>
  );
}

/** The variant in the sandbox bar. */
export const BarProgress = ({ moving }: { moving: Moving }) => <Track moving={moving} className="bg-sandbox-ink/25 h-1.5 w-14 sm:w-32" />;

const Track = ({ moving, className }: { moving: Moving | null; className: string }) => (
  <div
    role="progressbar"
    aria-label="How far the clock has come"
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={moving ? progressOf(moving) : undefined}
    className={cn('overflow-hidden rounded-full', className)}
  >
    <div className="h-full bg-current transition-[width]" style={{ width: `${moving ? progressOf(moving) : 0}%` }} />
  </div>
);

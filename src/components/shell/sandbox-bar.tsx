/** The bar of a sandbox: says that it is one, shows its clock, and links to moving it and to its moves. */
'use client';
import { FlaskConical } from 'lucide-react';
import { useOrganizationNow } from './clock';
import { clockFace } from './clock-face';
import { useClockMover } from './clock-mover';
import { BarProgress } from './move-progress';
import { ScopedLink } from './scoped-link';
import { useMay } from './session';

const pressable = 'rounded-[4px] underline underline-offset-2';

export function SandboxBar() {
  const running = useOrganizationNow();
  const { moving, open } = useClockMover();
  const { change } = useMay();
  const now = moving ? Date.parse(moving.at) : running;
  return (
    <div className="sandbox-bar bg-sandbox text-sandbox-ink sticky top-0 z-20 flex h-(--bar) items-center sm:gap-x-4 justify-center gap-x-3 px-4 text-xs font-medium whitespace-nowrap">
      <span className="inline-flex items-center gap-1.5">
        <FlaskConical className="size-3.5" aria-hidden />
        <span className="sr-only sm:not-sr-only">
          Sandbox<span className="hidden md:inline">: nothing here is real</span>
        </span>
      </span>
      <time className="tabular-nums" dateTime={new Date(now).toISOString()} suppressHydrationWarning>
        {clockFace(now)}
      </time>
      {moving ? (
        <>
          <BarProgress moving={moving} />
          <button type="button" className={pressable} aria-haspopup="dialog" onClick={open}>
            Moving
          </button>
        </>
      ) : (
        change && (
          <button type="button" className={pressable} aria-haspopup="dialog" onClick={open}>
            Move the clock
          </button>
        )
      )}
      <ScopedLink href="/sandbox" className={pressable}>
        Moves
      </ScopedLink>
    </div>
  );
}

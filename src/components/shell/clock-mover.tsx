/**
 * Moves a sandbox's clock, from every place that offers it: a move continues when its dialog closes,
 * is visible wherever it was started, and on completion refreshes everything on the page.
 */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { toast } from '@/components/ui/toast';
import { LIVE_MS } from '@/components/ui/live';
import { onDemand } from '@/components/ui/on-demand';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { performedText } from './performed';
import { useScoped } from './scoped-link';
import { useSession } from './session';

const AdvanceClockDialog = onDemand(() => import('./advance-clock').then((loaded) => loaded.AdvanceClockDialog));

export type Moving = NonNullable<Outputs['sandbox']['clock']['moving']>;

interface ClockMover {
  /** The move in progress, whoever started it. */
  readonly moving: Moving | null;
  /** Opens the dialog that starts a move, or shows the one in progress. */
  readonly open: () => void;
}

const Context = createContext<ClockMover>({ moving: null, open: () => undefined });
export const useClockMover = (): ClockMover => useContext(Context);

/** How often a moving clock is polled. */
const MOVING_MS = 500;

/** Rendered only in a sandbox. */
export function ClockMoverProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false);
  const advance = useAdvance(() => setShown(true));
  const moving = useMoving(advance.isPending);
  const close = () => {
    setShown(false);
    if (!advance.isPending) advance.reset();
  };
  return (
    <Context value={{ moving, open: () => setShown(true) }}>
      {children}
      {shown && <AdvanceClockDialog advance={advance} moving={moving} onClose={close} />}
      <DoneNotice done={shown ? undefined : advance.data} onSeen={advance.reset} />
    </Context>
  );
}

export type Advance = ReturnType<typeof useAdvance>;

function useAdvance(onFailure: () => void) {
  const queries = useQueryClient();
  const router = useRouter();
  return useMutation(
    useTRPC().sandbox.advanceClock.mutationOptions({
      onError: onFailure,
      // A failed move may have moved the clock part of the way.
      onSettled: () => {
        void queries.invalidateQueries();
        router.refresh();
      },
    }),
  );
}

/** Also follows moves started by others, and refreshes the page's clock when one ends. */
function useMoving(pending: boolean): Moving | null {
  const router = useRouter();
  const { clockOffsetMs } = useSession().organization;
  const { data } = useQuery(
    useTRPC().sandbox.clock.queryOptions(
      {},
      { refetchInterval: ({ state }) => (pending || state.data?.moving ? MOVING_MS : LIVE_MS), staleTime: 0 },
    ),
  );
  const ahead = data && !data.moving && Date.parse(data.now) - Date.parse(data.real_time) > clockOffsetMs;
  useEffect(() => {
    if (ahead) router.refresh();
  }, [ahead, router]);
  return data?.moving ?? null;
}

/** Tells a user who closed the dialog that the move is done. */
function DoneNotice({ done, onSeen }: { done: Outputs['sandbox']['advanceClock'] | undefined; onSeen: () => void }) {
  const router = useRouter();
  const href = useScoped()(`/sandbox/${done?.move_id}`);
  useEffect(() => {
    if (!done) return;
    toast.success(`The clock was moved. ${performedText(done.performed)}`, {
      action: { label: 'See what happened', onClick: () => router.push(href) },
    });
    onSeen();
  }, [done, onSeen, href, router]);
  return null;
}

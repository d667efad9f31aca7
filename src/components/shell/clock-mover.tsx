/**
 * Moving a sandbox's clock, shared by every place that offers it: a move goes on while its dialog is closed,
 * is seen wherever it was begun, and ends with everything on the page being asked for again.
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
  /** The move that is under way, whoever began it. */
  readonly moving: Moving | null;
  /** Opens the dialog that begins a move, or shows the one that is under way. */
  readonly open: () => void;
}

const Context = createContext<ClockMover>({ moving: null, open: () => undefined });
export const useClockMover = (): ClockMover => useContext(Context);

/** How often the position of a moving clock is asked for. */
const MOVING_MS = 500;

/** Only in a sandbox. */
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
      // One that failed has moved the clock as far as it came.
      onSettled: () => {
        void queries.invalidateQueries();
        router.refresh();
      },
    }),
  );
}

/** Follows moves that others make, too: the clock of the pages is set anew when one has ended. */
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

/** Tells whoever closed the dialog that the move is done. */
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

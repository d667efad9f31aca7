/** Shows whether a move completed, and if not, where it stopped. */
import type { ClockMove } from '@/contract/clock-move';
import { clockMinute } from '@/components/shell/clock-face';
import { StatusBadge } from '@/components/ui/badge';

export const MoveStatus = ({ move: { status, reached } }: { move: Pick<ClockMove, 'status' | 'reached'> }) => (
  <span className="inline-flex items-center gap-2">
    <StatusBadge status={status} />
    {status === 'FAILED' && reached && <span className="text-ink-soft text-xs tabular-nums">stopped at {clockMinute(reached)}</span>}
  </span>
);

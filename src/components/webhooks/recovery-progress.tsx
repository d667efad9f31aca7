/** Shows the progress of an endpoint's latest recovery, while it runs and for a day after; nothing if there was none. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { WebhookRecovery } from '@/contract/webhook-recovery';
import { useOrganizationNow } from '@/components/shell/clock';
import { StatusBadge } from '@/components/ui/badge';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const DAY_MS = 86_400_000;
const RUNNING_MS = 500;
const count = new Intl.NumberFormat('en');

export function RecoveryProgress({ endpointId }: { endpointId: string }) {
  const now = useOrganizationNow();
  const { data } = useQuery(
    useTRPC().webhookEndpoints.recoveries.queryOptions(
      { id: endpointId, limit: 1 },
      { refetchInterval: ({ state }) => (state.data?.data[0]?.status === 'RUNNING' ? RUNNING_MS : LIVE_MS) },
    ),
  );
  const latest = data?.data[0];
  if (!latest || (latest.completed_at !== null && now - Date.parse(latest.completed_at) > DAY_MS)) return null;
  return <Progress recovery={latest} />;
}

function Progress({ recovery: { status, total, queued, delivered, failed, from, created_at } }: { recovery: WebhookRecovery }) {
  const waiting = queued - delivered - failed;
  const parts = [
    `${count.format(delivered)} delivered`,
    failed > 0 && `${count.format(failed)} failed again`,
    waiting > 0 && `${count.format(waiting)} under way`,
    status === 'RUNNING' && total > queued && `${count.format(total - queued)} to come`,
  ].filter(Boolean);
  return (
    <section className="panel mb-4 flex flex-col gap-2 p-3" aria-label="Recovery">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">Recovery</span> <StatusBadge status={status} />
        <span className="text-ink-soft text-xs">
          of what failed since <RelativeTime at={from} />, begun <RelativeTime at={created_at} />
        </span>
      </p>
      <progress className="h-2 w-full" aria-label="Deliveries that have ended" value={delivered + failed} max={Math.max(total, 1)} />
      <p className="text-ink-soft text-xs tabular-nums">
        {total === 0 ? 'There was nothing to send again.' : `${parts.join(', ')}, of ${count.format(total)}`}
      </p>
    </section>
  );
}

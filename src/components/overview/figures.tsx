/** Shows the figures of a period, each with its previous value and a link to what is behind it. */
'use client';
import type { ReactNode } from 'react';
import type { Overview, OverviewAsset } from '@/contract/overview';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useProgramFilter } from '@/components/shell/program-filter';
import { ScopedLink } from '@/components/shell/scoped-link';
import { cn } from '@/components/ui/cn';
import { groupDigits, Money } from '@/components/ui/money';
import { changeText } from './change';

const count = new Intl.NumberFormat('en');

const since = (from: string, rest: Record<string, string> = {}): string => new URLSearchParams({ ...rest, from }).toString();

/** The counts; amounts are shown apart. */
export function Counts({ overview: { window, now, before } }: { overview: Overview }) {
  const program = useProgramFilter();
  const { from } = window;
  const waiting = now.waiting > 0 ? `${count.format(now.waiting)} waiting` : null;
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      <CountFigure
        name="Events processed"
        href={`/events?${since(from, { status: 'COMPLETED' })}`}
        now={now.completed}
        was={before.completed}
        note={waiting}
      />
      <CountFigure name="Events failed" href={`/events?${since(from, { status: 'FAILED' })}`} now={now.failed} was={before.failed} bad />
      <CountFigure name="Active participants" href={`/reports/activity?${since(from)}`} now={now.active} was={before.active} />
      <CountFigure
        name="Participants joined"
        href={program ? `/reports/activity?${since(from)}` : `/participants?${since(from)}`}
        now={now.joined}
        was={before.joined}
      />
      <CountFigure
        name="Deliveries failed"
        href={`/webhooks/deliveries?${since(from, { status: 'FAILED' })}`}
        now={now.failed_deliveries}
        was={before.failed_deliveries}
        note={program ? 'of all programs' : null}
        bad
      />
    </div>
  );
}

interface CountFigureProps {
  name: string;
  href: string;
  now: number;
  was: number;
  note?: string | null;
  /** Whether any value above zero is bad. */
  bad?: boolean;
}

const CountFigure = ({ name, href, now, was, note = null, bad = false }: CountFigureProps) => (
  <Figure name={name} href={href} note={note} change={changeText(now, was)} was={count.format(was)} alarming={bad && now > 0}>
    {count.format(now)}
  </Figure>
);

/** What was issued, redeemed and expired of one asset, and what is owed. */
export function AssetFigures({ asset, from }: { asset: OverviewAsset; from: string }) {
  const { symbolOf } = useAssetIndex();
  const symbol = symbolOf(asset.asset_id);
  const money = (figure: 'issued' | 'redeemed' | 'expired' | 'liability') => ({
    change: changeText(asset[figure], asset.previous[figure]),
    was: groupDigits(asset.previous[figure]),
    children: <Money amount={asset[figure]} symbol={symbol} className="whitespace-normal break-words" />,
  });
  const report = `/reports?${since(from, { asset_id: asset.asset_id })}`;
  return (
    <section aria-label={symbol} className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Figure name="Issued" href={report} {...money('issued')} />
      <Figure name="Redeemed" href={report} {...money('redeemed')} />
      <Figure name="Expired" href={`/ledger?${since(from, { type: 'EXPIRE', asset_id: asset.asset_id })}`} {...money('expired')} />
      <Figure name="Owed now" href={report} then="when the period began" {...money('liability')} />
    </section>
  );
}

interface FigureProps {
  name: string;
  href: string;
  change: string;
  /** The previous figure. */
  was: string;
  /** When that was, for a figure that is of one moment. */
  then?: string | null;
  note?: string | null;
  alarming?: boolean;
  children: ReactNode;
}

const Figure = ({ name, href, change, was, then = null, note = null, alarming = false, children }: FigureProps) => (
  <ScopedLink href={href} className="panel hover:border-line-strong flex min-h-28 min-w-0 flex-col p-4">
    <span className="text-ink-soft">{name}</span>
    <span className={cn('my-1 text-xl font-semibold tabular-nums sm:text-2xl', alarming && 'text-danger')}>{children}</span>
    <span className="text-ink-faint mt-auto text-xs">
      {changeWords(change, was, then)}
      {note && <span className="block">{note}</span>}
    </span>
  </ScopedLink>
);

function changeWords(change: string, was: string, then: string | null): string {
  if (change === 'as before' || change === 'none before') return then === null ? change : change.replace('before', then);
  return then === null ? `${change}, was ${was}` : `${change}, was ${was} ${then}`;
}

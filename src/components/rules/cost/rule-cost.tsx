/** Shows what a rule costs while it is written: in money and by day, at most, until its budgets run out, and beside other rules. */
'use client';
import type { RuleEstimate } from '@/contract/rule-estimate';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { FailureNote } from '@/components/ui/failure-note';
import type { RequestFailure } from '@/trpc/failure';
import type { RuleFormDraft } from '../rule-draft';
import { AssetCosts } from './asset-costs';
import { CostPart } from './cost-part';
import { LatestTouched } from './latest-touched';
import { CostLimits } from './cost-limits';
import { SharedEvents } from './shared-events';
import { useEstimate, type CostEstimate } from './use-estimate';

const whole = new Intl.NumberFormat('en');

export function RuleCost({ draft, ruleId }: { draft: RuleFormDraft; ruleId?: string }) {
  const cost = useEstimate(draft, ruleId);
  return (
    <section aria-label="What it costs" className="panel flex flex-col gap-3 p-4">
      <div>
        <h2 className="font-semibold">What it costs</h2>
        <p className="text-ink-faint text-xs">On the events of the last 30 days, by UTC day. Nothing is posted.</p>
      </div>
      <Content cost={cost} isStored={ruleId !== undefined} />
    </section>
  );
}

function Content({ cost, isStored }: { cost: CostEstimate | null; isStored: boolean }) {
  if (cost === null) return <p className="text-ink-soft">Write a condition and an action to see what the rule costs.</p>;
  if (cost.failure) return <NoEstimate failure={cost.failure} />;
  const { estimate, sample, isOld } = cost;
  if (!estimate) return <div className="h-72" aria-busy />;
  return (
    <div className={cn('flex flex-col gap-3 transition-opacity', isOld && 'opacity-60')} aria-busy={isOld || cost.progress !== null}>
      <Basis cost={cost} estimate={estimate} />
      <AssetCosts assets={estimate.assets} isStored={isStored} />
      <CostLimits estimate={estimate} />
      {sample?.latest && <LatestTouched latest={sample.latest} />}
      {sample?.shared && <SharedEvents shared={sample.shared} />}
      <CostPart title="What this takes for granted">
        <ul className="text-ink-soft flex list-disc flex-col gap-1 pl-4 text-xs">
          {estimate.assumptions.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      </CostPart>
    </div>
  );
}

/** A draft that would be refused has no estimate, and its form already says why. */
const NoEstimate = ({ failure }: { failure: RequestFailure }) =>
  failure.code === 'network' || failure.code === 'internal_error' ? (
    <FailureNote failure={failure} />
  ) : (
    <p className="text-ink-soft" role="status">
      No estimate while the draft has a fault.
    </p>
  );

/** Two lines whatever they say, so that nothing below them moves. */
function Basis({ cost: { progress, countAll }, estimate }: { cost: CostEstimate; estimate: RuleEstimate }) {
  const { events, exact } = estimate;
  return (
    <div className="min-h-10 text-xs">
      <p role="status" className="tabular-nums">
        {exact
          ? `From all ${whole.format(events.total)} events.`
          : `From ${whole.format(events.read)} of about ${whole.format(events.total)} events, chosen at random.`}{' '}
        <span className="text-ink-soft">{touchedText(estimate)}</span>
      </p>
      {progress && (
        <p className="text-ink-soft mt-1 flex items-center gap-2 tabular-nums">
          <progress className="h-1.5 flex-1" aria-label="Events counted" value={progress.read} max={Math.max(progress.total, 1)} />
          Counting all events
        </p>
      )}
      {countAll && (
        <Button size="small" className="mt-1" onClick={countAll}>
          Count all {whole.format(events.total)} events
        </Button>
      )}
      {(events.errors > 0 || events.failing > 0) && (
        <p className="text-danger mt-1 break-words">
          {events.errors > 0 ? `Ends in ERROR for ${whole.format(events.errors)} of them` : `Fails ${whole.format(events.failing)} of them`}
          {events.reason === null ? '.' : `: ${events.reason.replace(/\.$/, '')}.`}
        </p>
      )}
    </div>
  );
}

function touchedText({ events: { touched, read } }: RuleEstimate): string {
  if (read === 0) return 'There are no events yet.';
  return touched === 0 ? 'It touches none of them.' : `It touches ${whole.format(touched)} of them.`;
}

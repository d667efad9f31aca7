/** Lists the latest events that a rule would touch, with what each would give. */
'use client';
import type { RuleEstimate } from '@/contract/rule-estimate';
import { useAssetIndex } from '@/components/assets/asset-index';
import { ScopedLink } from '@/components/shell/scoped-link';
import { RelativeTime } from '@/components/ui/relative-time';
import { effectText } from '../effect-text';
import { CostPart } from './cost-part';

type Latest = NonNullable<RuleEstimate['latest']>;

const whole = new Intl.NumberFormat('en');

export function LatestTouched({ latest: { events, searched } }: { latest: Latest }) {
  const { symbolOf } = useAssetIndex();
  const summary = events.length > 0 ? `${events.length}` : `none of the latest ${whole.format(searched)}`;
  return (
    <CostPart title="Latest events it would touch" summary={summary}>
      {events.length === 0 ? (
        <p className="text-ink-soft text-xs">It touches none of the latest {whole.format(searched)} events.</p>
      ) : (
        <ul aria-label="Latest events" tabIndex={0} className="divide-line max-h-80 divide-y overflow-auto text-xs">
          {events.map(({ event_id, event_name, external_id, processed_at, effects }) => (
            <li key={event_id} className="py-1.5">
              <div className="flex justify-between gap-3">
                <ScopedLink href={`/events/${event_id}`} className="min-w-0 truncate font-medium underline">
                  {[event_name ?? 'event', external_id].filter(Boolean).join(' · ')}
                </ScopedLink>
                <RelativeTime at={processed_at} />
              </div>
              {effects.map((effect, index) => (
                <p key={index} className="text-ink-soft break-words tabular-nums">
                  {effectText(effect, symbolOf)}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </CostPart>
  );
}

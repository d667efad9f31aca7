/** Shows how much of a reward's stock is redeemed, with a bar if the stock is limited. */
import type { Reward } from '@/contract/reward';
import { groupDigits } from '@/components/ui/money';
import { cn } from '@/components/ui/cn';

const NEARLY = 80;
const ALL = 100;

const grouped = (count: number): string => groupDigits(String(count));

export const stockText = ({ redeemed_count, max_total }: Pick<Reward, 'redeemed_count' | 'max_total'>): string =>
  `${grouped(redeemed_count)}${max_total === null ? '' : ` of ${grouped(max_total)}`} redeemed`;

export function Stock({ reward, className }: { reward: Pick<Reward, 'redeemed_count' | 'max_total'>; className?: string }) {
  const { redeemed_count, max_total } = reward;
  const percent = max_total === null ? null : Math.min(ALL, Math.floor((redeemed_count * ALL) / max_total));
  return (
    <span className={cn('inline-flex flex-col gap-1', className)}>
      <span className="whitespace-nowrap tabular-nums">{stockText(reward)}</span>
      {percent !== null && (
        <span
          role="meter"
          aria-label="Stock that is redeemed"
          aria-valuemin={0}
          aria-valuemax={ALL}
          aria-valuenow={percent}
          aria-valuetext={stockText(reward)}
          className="bg-sunken block h-1.5 overflow-hidden rounded-full"
        >
          <span
            className={cn('block h-full', percent >= ALL ? 'bg-danger' : percent >= NEARLY ? 'bg-warning' : 'bg-accent')}
            style={{ width: `${percent}%` }}
          />
        </span>
      )}
    </span>
  );
}

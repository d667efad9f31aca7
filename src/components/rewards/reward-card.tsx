/** Shows a reward as participants would see it in a catalog. */
'use client';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import type { Reward } from '@/contract/reward';
import { isAmountText } from '@/domain/amount-text';
import { groupDigits, Money } from '@/components/ui/money';

interface RewardCardProps extends Pick<Reward, 'name' | 'description' | 'category' | 'image_url' | 'unit_cost'> {
  symbol: string | undefined;
  /** The price in words, where it is neither per unit nor any amount. */
  price?: string;
  /** Units left; null: unlimited. */
  remaining: number | null;
}

const FEW = 10;

/** The price of a provider-backed reward while its source is unknown. */
export const PRICED_BY_SOURCE = 'By face value';

export function RewardCard({ name, description, category, image_url, unit_cost, symbol, price, remaining }: RewardCardProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <article aria-label="As participants see it" className="panel w-full max-w-72 overflow-hidden">
      <div className="bg-sunken border-line flex aspect-[16/9] items-center justify-center border-b">
        {image_url && image_url !== broken && URL.canParse(image_url) ? (
          <img src={image_url} alt="" className="size-full object-cover" onError={() => setBroken(image_url)} />
        ) : (
          <Gift className="text-ink-faint size-8" aria-hidden />
        )}
      </div>
      <div className="flex flex-col gap-1 p-3">
        {category && <p className="text-ink-faint text-xs">{category}</p>}
        <p className="font-semibold break-words">{name || 'Name of the reward'}</p>
        {description && <p className="text-ink-soft line-clamp-3 break-words">{description}</p>}
        <p className="mt-2 flex flex-wrap items-baseline justify-between gap-2">
          <span className="font-semibold">
            {price !== undefined ? (
              price
            ) : unit_cost === null ? (
              `Any amount of ${symbol ?? ''}`
            ) : isAmountText(unit_cost) ? (
              <Money amount={unit_cost} symbol={symbol} />
            ) : (
              '—'
            )}
          </span>
          {remaining !== null && (
            <span className={remaining <= FEW ? 'text-warning text-xs' : 'text-ink-faint text-xs'}>
              {remaining === 0 ? 'Sold out' : `${groupDigits(String(remaining))} left`}
            </span>
          )}
        </p>
      </div>
    </article>
  );
}

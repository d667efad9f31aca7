/** Charts what will expire in each period. */
'use client';
import type { ExpirationLine } from '@/contract/report';
import { Chart } from '@/components/ui/chart';
import { amountText } from '@/components/ui/money';

const day = (time: string): string => time.slice(0, 10);

/** Drawn from rounded numbers; the table below has the exact ones. */
export const ExpirationChart = ({ rows, symbol }: { rows: readonly ExpirationLine[]; symbol: string }) => (
  <figure className="panel mb-3 p-4" aria-hidden>
    <div className="h-48">
      <Chart
        points={rows}
        label={({ period_start }) => day(period_start)}
        series={[
          {
            name: 'Expires',
            color: 'var(--accent)',
            value: ({ amount }) => Number(amount),
            text: ({ amount }) => amountText(amount, symbol),
          },
        ]}
      />
    </div>
    <figcaption className="text-ink-faint mt-2 text-xs">{symbol}, periods begin at midnight UTC</figcaption>
  </figure>
);

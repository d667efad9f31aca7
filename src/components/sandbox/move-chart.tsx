/** How much happened in each step of a move's way, failures on top; each bar leads to what it counts. The table under it says the same in words. */
'use client';
import { Bar, BarChart, CartesianGrid, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { TimelineStep } from '@/domain/sandbox/timeline';
import { stepLabel, type Step } from './steps';

export interface MoveChartProps {
  step: TimelineStep;
  steps: readonly Step[];
  /** The start of the step that is looked at alone. */
  chosen: string | null;
  onChoose: (start: string) => void;
}

const BARS = [
  { key: 'done', name: 'Happened', fill: 'var(--accent)' },
  { key: 'failed', name: 'Failed', fill: 'var(--danger)' },
] as const;

export function MoveChart({ step, steps, chosen, onChoose }: MoveChartProps) {
  const label = (start: unknown) => stepLabel(step, String(start));
  return (
    <figure>
      <div className="h-48" aria-hidden>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={[...steps]} margin={{ top: 4, right: 0, bottom: 0, left: -20 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="start"
              tickFormatter={label}
              tick={{ fill: 'var(--ink-faint)', fontSize: 12 }}
              tickLine={false}
              axisLine={{ stroke: 'var(--line)' }}
              minTickGap={32}
            />
            <YAxis allowDecimals={false} tick={{ fill: 'var(--ink-faint)', fontSize: 12 }} tickLine={false} axisLine={false} />
            <Tooltip
              cursor={{ fill: 'var(--sunken)' }}
              labelFormatter={label}
              contentStyle={{
                background: 'var(--surface)',
                border: '1px solid var(--line)',
                borderRadius: 8,
                fontSize: 12,
                color: 'var(--ink)',
              }}
            />
            {BARS.map(({ key, name, fill }) => (
              <Bar
                key={key}
                isAnimationActive={false}
                dataKey={key}
                name={name}
                stackId="steps"
                fill={fill}
                className="cursor-pointer"
                onClick={({ payload }: { payload?: Step }) => payload && onChoose(payload.start)}
              >
                {steps.map(({ start }) => (
                  <Cell key={start} fillOpacity={chosen === null || chosen === start ? 1 : 0.3} />
                ))}
              </Bar>
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="text-ink-faint mt-2 flex flex-wrap items-center gap-4 text-xs">
        <Key colour="bg-accent" text="Happened" />
        <Key colour="bg-danger" text="Failed" />
        <span className="ml-auto">{{ DAY: 'Days', MONTH: 'Months', YEAR: 'Years' }[step]} in UTC</span>
      </figcaption>
      <StepTable step={step} steps={steps} />
    </figure>
  );
}

const Key = ({ colour, text }: { colour: string; text: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`${colour} size-2 rounded-[2px]`} aria-hidden /> {text}
  </span>
);

const StepTable = ({ step, steps }: Pick<MoveChartProps, 'step' | 'steps'>) => (
  <table className="sr-only">
    <caption>What happened on the way</caption>
    <thead>
      <tr>
        <th scope="col">From</th>
        <th scope="col">Happened</th>
        <th scope="col">Failed</th>
      </tr>
    </thead>
    <tbody>
      {steps
        .filter(({ done, failed }) => done + failed > 0)
        .map(({ start, done, failed }) => (
          <tr key={start}>
            <th scope="row">{stepLabel(step, start)}</th>
            <td>{done}</td>
            <td>{failed}</td>
          </tr>
        ))}
    </tbody>
  </table>
);

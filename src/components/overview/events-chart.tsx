/** Events per hour, failed ones on top; each bar leads to its hour. The table under it says the same in words. */
'use client';
import { useRouter } from 'next/navigation';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Overview } from '@/contract/overview';
import { useScoped } from '@/components/shell/scoped-link';

type Hour = Overview['hours'][number];
const HOUR_MS = 3_600_000;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const label = (hour: string): string => clock.format(new Date(hour));

export function EventsChart({ hours }: { hours: readonly Hour[] }) {
  const router = useRouter();
  const scoped = useScoped();
  const open = (hour: string | undefined) => {
    if (!hour) return;
    const window = new URLSearchParams({ from: hour, to: new Date(Date.parse(hour) + HOUR_MS).toISOString() });
    router.push(scoped(`/events?${window.toString()}`));
  };
  return (
    <figure>
      <div className="h-56" aria-hidden>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={[...hours]} margin={{ top: 4, right: 0, bottom: 0, left: -20 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="hour"
              tickFormatter={label}
              tick={{ fill: 'var(--ink-faint)', fontSize: 12 }}
              tickLine={false}
              axisLine={{ stroke: 'var(--line)' }}
              minTickGap={32}
            />
            <YAxis allowDecimals={false} tick={{ fill: 'var(--ink-faint)', fontSize: 12 }} tickLine={false} axisLine={false} />
            <Tooltip
              cursor={{ fill: 'var(--sunken)' }}
              labelFormatter={(hour) => `${label(String(hour))} to ${label(new Date(Date.parse(String(hour)) + HOUR_MS).toISOString())}`}
              contentStyle={{
                background: 'var(--surface)',
                border: '1px solid var(--line)',
                borderRadius: 8,
                fontSize: 12,
                color: 'var(--ink)',
              }}
            />
            <Bar
              isAnimationActive={false}
              dataKey="completed"
              name="Completed"
              stackId="events"
              fill="var(--accent)"
              className="cursor-pointer"
              onClick={({ payload }: { payload?: Hour }) => open(payload?.hour)}
            />
            <Bar
              isAnimationActive={false}
              dataKey="failed"
              name="Failed"
              stackId="events"
              fill="var(--danger)"
              className="cursor-pointer"
              onClick={({ payload }: { payload?: Hour }) => open(payload?.hour)}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="text-ink-faint mt-2 flex flex-wrap items-center gap-4 text-xs">
        <Key colour="bg-accent" text="Completed" />
        <Key colour="bg-danger" text="Failed" />
        <span className="ml-auto" suppressHydrationWarning>
          Hours in {zone}
        </span>
      </figcaption>
      <table className="sr-only">
        <caption>Events per hour</caption>
        <thead>
          <tr>
            <th scope="col">Hour</th>
            <th scope="col">Completed</th>
            <th scope="col">Failed</th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ hour, completed, failed }) => (
            <tr key={hour}>
              <th scope="row">{label(hour)}</th>
              <td>{completed}</td>
              <td>{failed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

const Key = ({ colour, text }: { colour: string; text: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`${colour} size-2 rounded-[2px]`} aria-hidden /> {text}
  </span>
);

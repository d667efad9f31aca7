/** Shows what came of a setting of notices: how many were sent on each day, and how many participants acted afterwards. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { NoticeSettingEffect } from '@/contract/notice-setting';
import { Chart } from '@/components/ui/chart';
import { Detail } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { LIVE_MS } from '@/components/ui/live';
import { useTRPC } from '@/trpc/client';

const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent' });

export function SettingEffect({ id }: { id: string }) {
  const query = useQuery(useTRPC().noticeSettings.effect.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(effect) => (
        <div className="flex flex-col gap-4">
          <Facts
            facts={[
              { name: 'Sent in all', value: number.format(effect.sent_count) },
              { name: 'Came back or spent', value: shareText(effect.followed_count, effect) },
              { name: 'Spent', value: shareText(effect.spent_count, effect) },
            ]}
          />
          <SentByDay days={effect.days} />
        </div>
      )}
    </Detail>
  );
}

const shareText = (count: number, { judged_count: judged }: NoticeSettingEffect): string =>
  judged === 0
    ? 'Not known before 14 days have passed'
    : `${percent.format(count / judged)} within 14 days, ${number.format(count)} of the latest ${number.format(judged)}`;

function SentByDay({ days }: Pick<NoticeSettingEffect, 'days'>) {
  return (
    <figure className="panel p-4">
      <figcaption className="mb-2 font-medium">How many notices were sent each day?</figcaption>
      <div className="h-40">
        <Chart points={days} whole label={({ date }) => date.slice(5)} note={({ date }) => date} series={[SENT]} />
      </div>
      <table className="sr-only">
        <caption>Notices sent each day</caption>
        <tbody>
          {days
            .filter(({ sent }) => sent > 0)
            .map(({ date, sent }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td>{sent}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}

const SENT = { name: 'Sent', color: 'var(--accent)', value: ({ sent }: NoticeSettingEffect['days'][number]) => sent };

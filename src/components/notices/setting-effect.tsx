/** Shows what came of a setting of notices: how many were sent on each day, and how many participants acted afterwards. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { NoticeSettingEffect } from '@/contract/notice-setting';
import { Detail, Part } from '@/components/ui/detail';
import { Facts } from '@/components/ui/facts';
import { LIVE_MS } from '@/components/ui/live';
import { DayChart } from '@/components/ui/performance';
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
          <Part title="How many were sent each day?">
            <DayChart caption="Notices sent each day" note="Days of the program’s time zone" days={effect.days} series={[SENT]} whole />
          </Part>
        </div>
      )}
    </Detail>
  );
}

const shareText = (count: number, { judged_count: judged }: NoticeSettingEffect): string =>
  judged === 0
    ? 'Not known before 14 days have passed'
    : `${percent.format(count / judged)} within 14 days, ${number.format(count)} of the latest ${number.format(judged)}`;

const SENT = { name: 'Sent', color: 'var(--accent)', key: 'bg-accent', value: ({ sent }: NoticeSettingEffect['days'][number]) => sent };

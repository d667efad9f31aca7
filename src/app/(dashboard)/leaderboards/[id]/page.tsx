/** One leaderboard at its own URL. */
import type { Metadata } from 'next';
import { LeaderboardDetail } from '@/components/leaderboards/leaderboard-detail';
import { DetailPage } from '@/components/ui/detail-page';

export const metadata: Metadata = { title: 'Leaderboard' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <DetailPage title="Leaderboard" list={{ href: '/leaderboards', label: 'Leaderboards' }}>
      <LeaderboardDetail id={id} />
    </DetailPage>
  );
}

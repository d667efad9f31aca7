/** Every leaderboard. */
import type { Metadata } from 'next';
import { LeaderboardsPage } from '@/components/leaderboards/leaderboards-page';

export const metadata: Metadata = { title: 'Leaderboards' };

const Page = () => <LeaderboardsPage />;
export default Page;

/** The reward catalog. */
import type { Metadata } from 'next';
import { RewardsPage } from '@/components/rewards/rewards-page';

export const metadata: Metadata = { title: 'Rewards' };

const Page = () => <RewardsPage />;
export default Page;

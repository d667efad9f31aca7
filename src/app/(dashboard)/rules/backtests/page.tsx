/** Rules tried against past events. */
import type { Metadata } from 'next';
import { BacktestsPage } from '@/components/backtests/backtests-page';

export const metadata: Metadata = { title: 'Backtests' };

const Page = () => <BacktestsPage />;
export default Page;

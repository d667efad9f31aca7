/** The redemptions that wait for somebody. */
import type { Metadata } from 'next';
import { RedemptionQueuePage } from '@/components/redemptions/redemption-queue-page';

export const metadata: Metadata = { title: 'Redemptions' };

const Page = () => <RedemptionQueuePage />;
export default Page;

/** The redemptions waiting to be captured or cancelled. */
import type { Metadata } from 'next';
import { RedemptionQueuePage } from '@/components/redemptions/redemption-queue-page';

export const metadata: Metadata = { title: 'Redemptions' };

const Page = () => <RedemptionQueuePage />;
export default Page;

/** Every redemption. */
import type { Metadata } from 'next';
import { RedemptionsPage } from '@/components/redemptions/redemptions-page';

export const metadata: Metadata = { title: 'All redemptions' };

const Page = () => <RedemptionsPage />;
export default Page;

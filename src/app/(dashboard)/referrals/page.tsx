/** Every referral program. */
import type { Metadata } from 'next';
import { ReferralsPage } from '@/components/referrals/referrals-page';

export const metadata: Metadata = { title: 'Referrals' };

const Page = () => <ReferralsPage />;
export default Page;

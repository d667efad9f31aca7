/** The reservations that expire next. */
import type { Metadata } from 'next';
import { ExpiringDecisionsPage } from '@/components/decisions/expiring-decisions-page';

export const metadata: Metadata = { title: 'Decisions about to expire' };

const Page = () => <ExpiringDecisionsPage />;
export default Page;

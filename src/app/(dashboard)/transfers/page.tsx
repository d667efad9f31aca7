/** The list of transfers. */
import type { Metadata } from 'next';
import { TransfersPage } from '@/components/transfers/transfers-page';

export const metadata: Metadata = { title: 'Transfers' };

const Page = () => <TransfersPage />;
export default Page;

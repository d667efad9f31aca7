/** The list of fulfillment accounts. */
import type { Metadata } from 'next';
import { AccountsPage } from '@/components/fulfillment/accounts-page';

export const metadata: Metadata = { title: 'Fulfillment' };

const Page = () => <AccountsPage />;
export default Page;

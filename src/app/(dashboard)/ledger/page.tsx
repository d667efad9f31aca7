/** The journal. */
import type { Metadata } from 'next';
import { LedgerPage } from '@/components/ledger/ledger-page';

export const metadata: Metadata = { title: 'Ledger' };

const Page = () => <LedgerPage />;
export default Page;

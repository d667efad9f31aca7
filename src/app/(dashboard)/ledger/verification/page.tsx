/** Verifications of the ledger's integrity. */
import type { Metadata } from 'next';
import { VerificationPage } from '@/components/ledger/verification-page';

export const metadata: Metadata = { title: 'Ledger verification' };

const Page = () => <VerificationPage />;
export default Page;

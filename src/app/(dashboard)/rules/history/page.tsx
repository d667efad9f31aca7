/** The versions of the rules. */
import type { Metadata } from 'next';
import { HistoryPage } from '@/components/rules/history-page';

export const metadata: Metadata = { title: 'Rules history' };

const Page = () => <HistoryPage />;
export default Page;

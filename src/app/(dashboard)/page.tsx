/** The overview, the dashboard's first page. */
import type { Metadata } from 'next';
import { OverviewPage } from '@/components/overview/overview-page';

export const metadata: Metadata = { title: 'Overview' };

const Page = () => <OverviewPage />;
export default Page;

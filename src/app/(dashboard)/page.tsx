/** The first page: how things stand. */
import type { Metadata } from 'next';
import { OverviewPage } from '@/components/overview/overview-page';

export const metadata: Metadata = { title: 'Overview' };

const Page = () => <OverviewPage />;
export default Page;

/** The list of a program's reward sources. */
import type { Metadata } from 'next';
import { SourcesPage } from '@/components/fulfillment/sources-page';

export const metadata: Metadata = { title: 'Reward sources' };

const Page = () => <SourcesPage />;
export default Page;

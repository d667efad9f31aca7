/** The closed accounting periods. */
import type { Metadata } from 'next';
import { PeriodsPage } from '@/components/periods/periods-page';

export const metadata: Metadata = { title: 'Periods' };

const Page = () => <PeriodsPage />;
export default Page;

/** The first of the reports: liability. */
import type { Metadata } from 'next';
import { LiabilityReport } from '@/components/reports/liability-report';

export const metadata: Metadata = { title: 'Reports' };

const Page = () => <LiabilityReport />;
export default Page;

/** The order in which rules run. */
import type { Metadata } from 'next';
import { RuleSetsPage } from '@/components/rules/rule-sets-page';

export const metadata: Metadata = { title: 'Rule sets' };

const Page = () => <RuleSetsPage />;
export default Page;

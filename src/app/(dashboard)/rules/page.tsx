/** The list of rules. */
import type { Metadata } from 'next';
import { RulesPage } from '@/components/rules/rules-page';

export const metadata: Metadata = { title: 'Rules' };

const Page = () => <RulesPage />;
export default Page;

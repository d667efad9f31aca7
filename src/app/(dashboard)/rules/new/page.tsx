/** The form for a new rule. */
import type { Metadata } from 'next';
import { NewRulePage } from '@/components/rules/new-rule-page';

export const metadata: Metadata = { title: 'New rule' };

const Page = () => <NewRulePage />;
export default Page;

/** Changes that are prepared beside what is live. */
import type { Metadata } from 'next';
import { ChangeSetsPage } from '@/components/change-sets/change-sets-page';

export const metadata: Metadata = { title: 'Change sets' };

const Page = () => <ChangeSetsPage />;
export default Page;

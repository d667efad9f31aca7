/** Everything that can be exported as a file. */
import type { Metadata } from 'next';
import { ExportsPage } from '@/components/exports/exports-page';

export const metadata: Metadata = { title: 'Exports' };

const Page = () => <ExportsPage />;
export default Page;

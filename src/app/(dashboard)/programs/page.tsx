/** The list of programs. */
import type { Metadata } from 'next';
import { ProgramsPage } from '@/components/programs/programs-page';

export const metadata: Metadata = { title: 'Programs' };

const Page = () => <ProgramsPage />;
export default Page;

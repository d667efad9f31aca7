/** Corrections of what wrong rules gave or took. */
import type { Metadata } from 'next';
import { CorrectionsPage } from '@/components/corrections/corrections-page';

export const metadata: Metadata = { title: 'Corrections' };

const Page = () => <CorrectionsPage />;
export default Page;

/** Participant imports, past and next. */
import type { Metadata } from 'next';
import { ImportsPage } from '@/components/imports/imports-page';

export const metadata: Metadata = { title: 'Imports' };

const Page = () => <ImportsPage />;
export default Page;

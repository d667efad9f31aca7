/** Every decision. */
import type { Metadata } from 'next';
import { DecisionsPage } from '@/components/decisions/decisions-page';

export const metadata: Metadata = { title: 'Decisions' };

const Page = () => <DecisionsPage />;
export default Page;

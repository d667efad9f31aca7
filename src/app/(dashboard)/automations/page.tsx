/** The list of automations. */
import type { Metadata } from 'next';
import { AutomationsPage } from '@/components/automations/automations-page';

export const metadata: Metadata = { title: 'Automations' };

const Page = () => <AutomationsPage />;
export default Page;

/** The list of API requests. */
import type { Metadata } from 'next';
import { LogsPage } from '@/components/logs/logs-page';

export const metadata: Metadata = { title: 'Logs' };

const Page = () => <LogsPage />;
export default Page;

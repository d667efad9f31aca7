/** What participants are told in time. */
import type { Metadata } from 'next';
import { NoticeSettingsPage } from '@/components/notices/settings-page';

export const metadata: Metadata = { title: 'Notices' };

const Page = () => <NoticeSettingsPage />;
export default Page;

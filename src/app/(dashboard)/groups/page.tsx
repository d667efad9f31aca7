/** The list of groups. */
import type { Metadata } from 'next';
import { GroupsPage } from '@/components/groups/groups-page';

export const metadata: Metadata = { title: 'Groups' };

const Page = () => <GroupsPage />;
export default Page;

/** The organization's members. */
import type { Metadata } from 'next';
import { TeamPage } from '@/components/team/team-page';

export const metadata: Metadata = { title: 'Team' };

const Page = () => <TeamPage />;
export default Page;

/** The list of participants. */
import type { Metadata } from 'next';
import { ParticipantsPage } from '@/components/participants/participants-page';

export const metadata: Metadata = { title: 'Participants' };

const Page = () => <ParticipantsPage />;
export default Page;

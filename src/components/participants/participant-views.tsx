/** Switches between the participants and their imports. */
'use client';
import { PageViews } from '@/components/shell/page-views';

const VIEWS = [
  { href: '/participants', label: 'All' },
  { href: '/participants/imports', label: 'Imports' },
];

export const ParticipantViews = () => <PageViews label="Participants" views={VIEWS} />;

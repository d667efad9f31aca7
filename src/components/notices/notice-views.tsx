/** Switches between the settings of notices and the notices that were sent. */
'use client';
import { PageViews } from '@/components/shell/page-views';

const VIEWS = [
  { href: '/notices', label: 'Settings' },
  { href: '/notices/sent', label: 'Sent' },
];

export const NoticeViews = () => <PageViews label="Views of notices" views={VIEWS} />;

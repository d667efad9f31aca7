/** Switches between all decisions and the reservations about to expire. */
'use client';
import { PageViews } from '@/components/shell/page-views';

const VIEWS = [
  { href: '/decisions', label: 'All' },
  { href: '/decisions/expiring', label: 'About to expire' },
];

export const DecisionViews = () => <PageViews label="Views of decisions" views={VIEWS} />;

/** Switches between pending redemptions and all of them. */
'use client';
import { PageViews } from '@/components/shell/page-views';

const VIEWS = [
  { href: '/redemptions', label: 'Waiting' },
  { href: '/redemptions/all', label: 'All' },
];

export const RedemptionViews = () => <PageViews label="Views of redemptions" views={VIEWS} />;

/** The rules, the order in which they run, and how they came to be. */
'use client';
import { PageViews } from '@/components/shell/page-views';

const VIEWS = [
  { href: '/rules', label: 'Rules' },
  { href: '/rules/order', label: 'Sets and order' },
  { href: '/rules/history', label: 'History' },
  { href: '/rules/backtests', label: 'Backtests' },
  { href: '/rules/corrections', label: 'Corrections' },
];

export const RuleViews = () => <PageViews label="Rules" views={VIEWS} />;

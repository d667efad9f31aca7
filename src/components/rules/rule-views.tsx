/** Switches between the rules, their order, history, backtests and corrections. */
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

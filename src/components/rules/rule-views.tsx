/** Switches between the rules, their order, change sets, history, backtests and corrections. */
'use client';
import { PageViews } from '@/components/shell/page-views';

const VIEWS = [
  { href: '/rules', label: 'Rules' },
  { href: '/rules/order', label: 'Sets and order' },
  { href: '/rules/change-sets', label: 'Change sets' },
  { href: '/rules/history', label: 'History' },
  { href: '/rules/backtests', label: 'Backtests' },
  { href: '/rules/corrections', label: 'Corrections' },
];

export const RuleViews = () => <PageViews label="Rules" views={VIEWS} />;

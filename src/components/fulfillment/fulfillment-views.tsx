/** Switches between the two lists of the fulfillment page. */
'use client';
import { PageViews } from '@/components/shell/page-views';

const VIEWS = [
  { href: '/fulfillment', label: 'Accounts' },
  { href: '/fulfillment/sources', label: 'Reward sources' },
];

export const FulfillmentViews = () => <PageViews label="Fulfillment" views={VIEWS} />;

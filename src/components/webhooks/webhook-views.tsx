/** Switches between the two lists of the webhooks page. */
'use client';
import { PageViews } from '@/components/shell/page-views';

const VIEWS = [
  { href: '/webhooks', label: 'Endpoints' },
  { href: '/webhooks/deliveries', label: 'Deliveries' },
];

export const WebhookViews = () => <PageViews label="Webhooks" views={VIEWS} />;

/** The address of every page that needs no record to be opened. */
import { NAVIGATION, offered } from '@/components/shell/navigation';

const LIVE = { manage: true, sandbox: false };

export const PAGES = NAVIGATION.flatMap((section) => offered(section.pages, LIVE)).filter(({ outside }) => !outside);

export const ADDRESSES = [
  ...PAGES.map(({ href }) => href),
  '/start',
  '/rules/new',
  '/rules/order',
  '/rules/history',
  '/rules/corrections',
  '/webhooks/deliveries',
  '/fulfillment/sources',
  '/ledger/verification',
  '/reports/periods',
  '/reports/exports',
  '/participants/imports',
  '/sandbox',
];

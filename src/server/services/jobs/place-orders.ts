/** Job: order redeemed gift cards from their provider, and poll the orders under way. */
import { nextOrderDue, nextOrderOfAny } from '@/server/db/repositories/order-queue';
import type { ClockJob } from '@/server/job';
import { placeOrders } from '@/server/services/fulfillment/place-orders';

export const placeOrdersJob: ClockJob = {
  name: 'place-orders',
  title: 'Order gift cards',
  counter: 'orders',
  run: placeOrders,
  nextDue: nextOrderDue,
  nextWake: nextOrderOfAny,
};

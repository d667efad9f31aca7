/**
 * Places orders with Tremendous over its REST API v2. An order carries the redemption's id as `external_id`, which makes it one order
 * however often it is requested; its reward is a link, which this service delivers itself.
 */
import type { TremendousSettings } from '@/contract/fulfillment';
import { DomainError } from '@/domain/errors';
import { fromMinor } from '@/domain/fulfillment/currency';
import type { ProviderAnswer } from '@/domain/fulfillment/order';
import type { Product } from '@/domain/fulfillment/product';
import type { FulfillmentProvider, ProviderOrder } from './provider';
import { callTremendous, type TremendousAccess, type TremendousReply } from './tremendous-client';
import { FundingSources, OneProduct, OrderEnvelope, Products, productOf, RewardLink, type TremendousOrder } from './tremendous-messages';

const BASE_URLS = { SANDBOX: 'https://testflight.tremendous.com/api/v2', PRODUCTION: 'https://api.tremendous.com/api/v2' } as const;

/** @param baseUrl replaces the provider's own address. */
export function tremendousProvider(
  settings: TremendousSettings,
  apiKey: string,
  { baseUrl, ...limits }: Pick<TremendousAccess, 'timeoutMs' | 'cutShort'> & { baseUrl: string | undefined },
): FulfillmentProvider {
  const access: TremendousAccess = { baseUrl: baseUrl ?? BASE_URLS[settings.environment], apiKey, ...limits };
  return {
    createOrder: (order) => createOrder(access, settings, order),
    findOrder: (order) => findOrder(access, order),
    listProducts: () => listProducts(access),
    findProduct: (id) => findProduct(access, id),
    verify: () => verify(access, settings),
  };
}

async function createOrder(access: TremendousAccess, settings: TremendousSettings, order: ProviderOrder): Promise<ProviderAnswer> {
  const reply = await callTremendous(access, 'POST', '/orders', orderBody(settings, order));
  switch (reply.status) {
    case 200:
    case 201:
    case 202:
      return readOrder(access, reply);
    case 409: // the external id is taken by an order that was sent with different contents, such as a name corrected since
      return (await findOrder(access, order)) ?? { kind: 'UNKNOWN', reason: 'provider_conflict' };
    case 402:
      return { kind: 'REFUSED', orderId: null, reason: 'provider_insufficient_funds' };
    case 400:
    case 422:
      return { kind: 'REFUSED', orderId: null, reason: 'provider_rejected_order' };
    case null:
    default:
      return unknown(reply, order.now);
  }
}

function orderBody(
  { funding_source_id, campaign_id }: TremendousSettings,
  { externalId, productId, faceValueMinor, currency, recipientName }: ProviderOrder,
) {
  return {
    external_id: externalId,
    payment: { funding_source_id },
    reward: {
      // The API takes a JSON number; below the limit on face values it prints every digit.
      value: { denomination: fromMinor(faceValueMinor, currency).toNumber(), currency_code: currency },
      delivery: { method: 'LINK' },
      recipient: { name: recipientName },
      products: [productId],
      ...(campaign_id === undefined ? {} : { campaign_id }),
    },
  };
}

async function findOrder(access: TremendousAccess, order: ProviderOrder): Promise<ProviderAnswer | null> {
  const reply = await callTremendous(access, 'GET', `/orders/${encodeURIComponent(order.externalId)}`);
  if (reply.status === 404) return null;
  return reply.status === 200 ? readOrder(access, reply) : unknown(reply, order.now);
}

async function readOrder(access: TremendousAccess, { body }: TremendousReply): Promise<ProviderAnswer> {
  const read = OrderEnvelope.safeParse(body);
  if (!read.success) return { kind: 'UNKNOWN', reason: 'provider_answer_unreadable' };
  const { order } = read.data;
  const [reward] = order.rewards ?? [];
  if (order.status === 'CANCELED') return { kind: 'REFUSED', orderId: order.id, reason: 'provider_order_canceled' };
  if (order.status === 'FAILED') return { kind: 'REFUSED', orderId: order.id, reason: 'provider_order_failed' };
  if (reward?.delivery?.status === 'FAILED') return { kind: 'REFUSED', orderId: order.id, reason: 'provider_delivery_failed' };
  const link = order.status === 'EXECUTED' ? (reward?.delivery?.link ?? (await newLink(access, order))) : null;
  return link === null ? { kind: 'ACCEPTED', orderId: order.id } : { kind: 'DELIVERED', orderId: order.id, link };
}

/** Only the first answer holds the link; for an order that is looked up again, a new one is generated. */
async function newLink(access: TremendousAccess, { rewards }: TremendousOrder): Promise<string | null> {
  const [reward] = rewards ?? [];
  if (!reward) return null;
  const { body } = await callTremendous(access, 'POST', `/rewards/${encodeURIComponent(reward.id)}/generate_link`);
  return RewardLink.safeParse(body).data?.reward.link ?? null;
}

/** Rejected credentials say nothing about whether the order exists, and can be corrected while it waits. */
function unknown({ status, retryAfter }: TremendousReply, now: Date): ProviderAnswer {
  const again = retryAfter === null ? {} : { again: new Date(now.getTime() + retryAfter * 1_000) };
  if (status === null) return { kind: 'UNKNOWN', reason: 'provider_timeout' };
  if (status === 401 || status === 403) return { kind: 'UNKNOWN', reason: 'provider_refused_credentials' };
  return { kind: 'UNKNOWN', reason: status === 429 ? 'provider_rate_limited' : 'provider_error', ...again };
}

async function listProducts(access: TremendousAccess): Promise<Product[]> {
  const reply = await callTremendous(access, 'GET', '/products');
  const read = Products.safeParse(reply.body);
  if (reply.status !== 200 || !read.success) throw refusal(reply);
  return read.data.products.map(productOf);
}

async function findProduct(access: TremendousAccess, id: string): Promise<Product | null> {
  const reply = await callTremendous(access, 'GET', `/products/${encodeURIComponent(id)}`);
  if (reply.status === 404) return null;
  const read = OneProduct.safeParse(reply.body);
  if (reply.status !== 200 || !read.success) throw refusal(reply);
  return productOf(read.data.product);
}

async function verify(access: TremendousAccess, { funding_source_id, campaign_id }: TremendousSettings): Promise<void> {
  const reply = await callTremendous(access, 'GET', '/funding_sources');
  const read = FundingSources.safeParse(reply.body);
  if (reply.status !== 200 || !read.success) throw refusal(reply);
  // "balance" stands for the prepaid balance of any account.
  const known = funding_source_id.toLowerCase() === 'balance' || read.data.funding_sources.some(({ id }) => id === funding_source_id);
  if (!known) throw wrongSetting('funding_source_id', 'The account has no such funding source.');
  if (campaign_id === undefined) return;
  const campaign = await callTremendous(access, 'GET', `/campaigns/${encodeURIComponent(campaign_id)}`);
  if (campaign.status === 404) throw wrongSetting('campaign_id', 'The account has no such campaign.');
  if (campaign.status !== 200) throw refusal(campaign);
}

function refusal({ status }: TremendousReply): DomainError {
  if (status === 401 || status === 403) return wrongSetting('api_key', 'The provider does not accept the API key in this environment.');
  return new DomainError('provider_unavailable', 'The fulfillment provider gave no usable answer; try again later.', {
    details: { provider_status: status },
  });
}

function wrongSetting(name: string, message: string): DomainError {
  const field = `config.${name}`;
  return new DomainError('invalid_config', `\`${field}\`: ${message}`, {
    param: field,
    fields: [{ field, message, reason: 'invalid_value' }],
  });
}

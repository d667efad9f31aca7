/**
 * Calls providers for the orders that are due: new ones, and open ones that were attempted before. Every
 * attempt but the first looks for the order at the provider before placing it, so that nothing is ordered
 * twice, even when the process ended in the middle of a call.
 */
import type { ProviderAnswer } from '@/domain/fulfillment/order';
import { env } from '@/env';
import type { Clock } from '@/server/platform/context';
import { claimOrder, type ClaimedOrder } from '@/server/db/repositories/rewards/order-queue';
import { openProvider } from '@/server/fulfillment/open-provider';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { recordAnswer } from './record-answer';

const UNDER_WAY = 8;
const UNDER_WAY_PER_ACCOUNT = 4;
/** The most calls one attempt makes: find, create, find again, create a link. */
const CALLS = 4;
/** How much longer the lease of an attempt lasts than its calls can take. */
const LEASE_MARGIN_MS = 5_000;

/** Returns when nothing is due, or no new attempt may begin. */
export async function placeOrders(options: JobRun): Promise<JobOutcome> {
  let performed = 0;
  const next = async (): Promise<ClaimedOrder | null> => (performed < options.limit && !options.signal.aborted ? claim(options) : null);
  const lane = async (first: ClaimedOrder | null): Promise<void> => {
    for (let order = first; order; order = await next()) {
      performed += 1;
      await attempt(order, options);
    }
  };
  // One claim finds out whether anything is due at all.
  const first = await next();
  const others = first ? Array.from({ length: Math.min(UNDER_WAY, options.limit) - 1 }, async () => lane(await next())) : [];
  await Promise.all([lane(first), ...others]);
  return { performed, more: performed >= options.limit || options.signal.aborted };
}

function claim({ clock, organization }: JobRun): Promise<ClaimedOrder | null> {
  const now = clock.now();
  const lease = new Date(now.getTime() + CALLS * env().FULFILLMENT_TIMEOUT_MS + LEASE_MARGIN_MS);
  return claimOrder(now, lease, UNDER_WAY_PER_ACCOUNT, organization);
}

async function attempt(order: ClaimedOrder, { clock, organization, ending }: JobRun): Promise<void> {
  const answer = await ask(order, ending);
  if (answer.kind === 'UNKNOWN') {
    log().warn(
      { redemption: order.redemption_id, provider: order.provider, reason: answer.reason, attempts: order.attempt_count },
      'a provider gave no clear answer',
    );
  }
  await recordAnswer(order, answer, organization?.now ?? present(clock, order));
}

const present = (clock: Clock, order: ClaimedOrder): Date => new Date(clock.now().getTime() + order.clock_offset_ms);

async function ask(claimed: ClaimedOrder, ending: AbortSignal | undefined): Promise<ProviderAnswer> {
  try {
    const { account_id: id, provider: name, settings, secrets } = claimed;
    const provider = openProvider({ id, provider: name, settings, secrets }, ending);
    const order = {
      externalId: claimed.redemption_id,
      productId: claimed.product_id,
      faceValueMinor: claimed.face_value_minor,
      currency: claimed.face_currency,
      recipientName: claimed.recipient_name,
      begunAt: claimed.begun_at,
      now: claimed.claimed_at,
    };
    if (claimed.attempt_count === 1) return await provider.createOrder(order);
    const found = await provider.findOrder(order);
    if (found) return found;
    // An order that the provider confirmed and no longer knows must not be placed again.
    return claimed.status === 'ORDERED' ? { kind: 'UNKNOWN', reason: 'provider_lost_order' } : await provider.createOrder(order);
  } catch (error) {
    log().error({ err: error, account: claimed.account_id }, 'a provider could not be asked');
    return { kind: 'UNKNOWN', reason: 'provider_misconfigured' };
  }
}

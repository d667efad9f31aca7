/** Builds the context of API procedures for a person who uses the dashboard. */
import { DomainError } from '@/domain/errors';
import { newReply, type ApiContext } from '@/server/api/context';
import { organizationClock } from '@/server/platform/context';
import { clientAddress, isSameOrigin } from './request';
import { actorOf, dashboardSession, organizationOf, owesSecondFactor } from './session';

/**
 * @throws DomainError invalid_origin for a request that may change something and was not sent by a page of this deployment;
 *   insufficient_permissions when the organization is suspended.
 */
export async function dashboardApiContext(request: Request, requestId: string): Promise<ApiContext> {
  if (request.method !== 'GET' && !isSameOrigin(request.headers)) {
    throw new DomainError('invalid_origin', 'This request did not come from the dashboard; open the dashboard and try again.');
  }
  const session = await dashboardSession(request.headers);
  const outside = { requestId, idempotencyKey: null, reply: newReply(), ip: clientAddress(request.headers) };
  if (!session) return { ...outside, actor: null, organization: null, clock: organizationClock(0) };
  const { active } = session;
  if (!active) return { ...outside, actor: actorOf(session, 'VIEWER'), organization: null, clock: organizationClock(0) };
  if (active.status === 'SUSPENDED')
    throw new DomainError('insufficient_permissions', 'This organization is suspended; contact the operator of this deployment.');
  const organization = organizationOf(active);
  return {
    ...outside,
    actor: actorOf(session, active.role),
    organization,
    clock: organizationClock(organization.clockOffsetMs),
    owesSecondFactor: owesSecondFactor(session),
  };
}

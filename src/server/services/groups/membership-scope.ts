/** Collects the group, time and actor of a membership change. */
import type { Ctx } from '@/server/platform/context';
import type { MembershipScope } from '@/server/db/repositories/people/group-members';

export function membershipScope({ organization, actor, clock }: Ctx, groupId: string, onBehalfOf: string | null = null): MembershipScope {
  return {
    organizationId: organization.id,
    groupId,
    now: clock.now(),
    apiKeyId: actor.kind === 'API_KEY' ? actor.apiKeyId : null,
    userId: actor.kind === 'USER' ? actor.userId : null,
    onBehalfOf,
  };
}

/** Lists all keys of an organization, newest first, including those that no longer work. */
import type { Ctx } from '@/server/platform/context';
import { listOrganizationKeys } from '@/server/db/repositories/organizations/organization-keys';

export const listApiKeys = (ctx: Ctx) => listOrganizationKeys(ctx.organization.id);

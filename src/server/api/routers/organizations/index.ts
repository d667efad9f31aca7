import { router } from '@/server/api/trpc';
import { createOrganizationRoute } from './create';
import { getOrganizationRoute } from './get';
import { listOrganizationsRoute } from './list';
import { updateOrganizationRoute } from './update';

export const organizationsRouter = router({
  create: createOrganizationRoute,
  list: listOrganizationsRoute,
  get: getOrganizationRoute,
  update: updateOrganizationRoute,
});

import { router } from '@/server/api/trpc';
import { createRuleSetRoute } from './create';
import { deleteRuleSetRoute } from './delete';
import { getRuleSetRoute } from './get';
import { listRuleSetsRoute } from './list';
import { orderRuleSetsRoute } from './order';
import { updateRuleSetRoute } from './update';

export const ruleSetsRouter = router({
  create: createRuleSetRoute,
  list: listRuleSetsRoute,
  get: getRuleSetRoute,
  update: updateRuleSetRoute,
  delete: deleteRuleSetRoute,
  order: orderRuleSetsRoute,
});

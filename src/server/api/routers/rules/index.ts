import { router } from '@/server/api/trpc';
import { createRuleRoute } from './create';
import { eventShapesRoute } from './event-shapes';
import { failingRulesProcedure } from './failing';
import { getRuleRoute } from './get';
import { listRulesRoute } from './list';
import { resetBudgetRoute } from './reset-budget';
import { simulateRuleRoute } from './simulate';
import { simulateConfigurationRoute } from './simulate-configuration';
import { updateRuleRoute } from './update';
import { validateRuleRoute } from './validate';

export const rulesRouter = router({
  create: createRuleRoute,
  list: listRulesRoute,
  get: getRuleRoute,
  failing: failingRulesProcedure,
  update: updateRuleRoute,
  resetBudget: resetBudgetRoute,
  eventShapes: eventShapesRoute,
  validate: validateRuleRoute,
  simulate: simulateRuleRoute,
  simulateConfiguration: simulateConfigurationRoute,
});

import { router } from '@/server/api/trpc';
import { exportRuleConfigurationRoute } from './export';
import { getRuleConfigurationRoute } from './get';
import { getRuleConfigurationVersionRoute } from './get-version';
import { listRuleConfigurationVersionsRoute } from './list-versions';
import { putRuleConfigurationRoute } from './put';
import { restoreRuleConfigurationRoute } from './restore';

export const ruleConfigurationRouter = router({
  get: getRuleConfigurationRoute,
  put: putRuleConfigurationRoute,
  export: exportRuleConfigurationRoute,
  versions: listRuleConfigurationVersionsRoute,
  version: getRuleConfigurationVersionRoute,
  restore: restoreRuleConfigurationRoute,
});

import { RuleValidation, ValidateRule } from '@/contract/rule-validation';
import { presentValidation } from '@/server/api/present/rule-validation';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { validateRule } from '@/server/services/rules/validate-rule';

export const validateRuleRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/rules/validate',
      summary: 'Check a rule without saving it',
      description:
        'Compiles the condition and every template and reports each mistake with its line and column; a mistake is not an error of the request. With `program_id`, the rule is also checked as the last rule of that program.',
      errors: [404],
    }),
  )
  .input(ValidateRule)
  .output(RuleValidation)
  .query(({ ctx, input }) => validateRule(ctx, input).then(presentValidation));

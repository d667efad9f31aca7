/** Declares the procedures on rules: changing them, and trying them on events before they count. */
import { Budget } from '@/contract/budget';
import { EventShapeInventory, EventShapesQuery } from '@/contract/event-shapes';
import { FailingRules, FailingRulesQuery } from '@/contract/failing-rule';
import { RuleExampleRun } from '@/contract/rule-example';
import { CreateRule, ListRules, ResetBudget, Rule, RulePage, RulePath, UpdateRule } from '@/contract/rule';
import { EstimateRule, RuleEstimate } from '@/contract/rule-estimate';
import { SimulateConfiguration, SimulateRule, Simulation } from '@/contract/rule-simulation';
import { RuleValidation, ValidateRule } from '@/contract/rule-validation';
import { SeenValues, SeenValuesQuery } from '@/contract/seen-values';
import { presentBudget } from '@/server/api/present/budget';
import { presentEventShapes, presentSeenValues } from '@/server/api/present/event-shapes';
import { presentPage } from '@/server/api/present/page';
import { presentExampleRun, presentRule, presentSimulation, presentValidation } from '@/server/api/present/rule';
import { presentEstimate } from '@/server/api/present/rule-estimate';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, roleProcedure, router } from '@/server/api/trpc';
import { estimateRule } from '@/server/services/estimates/estimate-rule';
import { createRule, getRule, listRules, recordsWithFindings, recordWithFindings, updateRule } from '@/server/services/rules/rules';
import { readEventShapes, readSeenValues } from '@/server/services/rules/event-shapes';
import { ruleExamples } from '@/server/services/rules/examples';
import { failingRules } from '@/server/services/rules/failing-rules';
import { resetBudget } from '@/server/services/rules/budgets';
import { simulateConfiguration, simulateRule } from '@/server/services/rules/simulate';
import { validateRule } from '@/server/services/rules/validate-rule';

export const rulesRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/rules',
        summary: 'Create a rule',
        description:
          'The condition and every template are compiled before anything is stored; `fields` reports each expression at fault with its line and column. The rule applies from the next event that is processed. If it would be ACTIVE and one of its `examples` fails, the response is 422 `rule_example_failed`.',
        status: 201,
        location: '/v1/rules/{id}',
        idempotency: 'replay',
        errors: [404, 409, 422],
      }),
    )
    .input(CreateRule)
    .output(Rule)
    .mutation(({ ctx, input }) =>
      replay(ctx, 'rules.create', input, async (tx) => presentRule(await recordWithFindings(ctx, await createRule(ctx, tx, input), tx))),
    ),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/rules',
        summary: 'List rules in evaluation order',
        description:
          'Sorted in evaluation order by default: by rule set, then by position in the set. `search` matches the name. Each rule carries its `warnings`, as the single rule does.',
        errors: [],
      }),
    )
    .input(ListRules)
    .output(RulePage)
    .query(async ({ ctx, input }) => {
      const { rows, nextCursor } = await listRules(ctx, input);
      return presentPage({ rows: await recordsWithFindings(ctx, rows), nextCursor }, presentRule);
    }),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/rules/{id}',
        summary: 'Read a rule',
        description: 'Returns a rule with its budgets, what they have consumed, and warnings about likely mistakes.',
        errors: [404],
      }),
    )
    .input(RulePath)
    .output(Rule)
    .query(async ({ ctx, input }) => presentRule(await recordWithFindings(ctx, await getRule(ctx, input.id)))),

  examples: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/rules/{id}/examples',
        summary: 'Run the examples of a rule',
        description:
          'Runs each example now and answers what it expects, what the rule gives, and whether that is the same. The rule runs alone, as if it were ACTIVE, with budgets unused and wallets full, on people who are new and have only the state that the example supposes. Nothing is posted and nothing is kept.',
        errors: [404],
      }),
    )
    .input(RulePath)
    .output(RuleExampleRun)
    .query(async ({ ctx, input }) => presentExampleRun(await ruleExamples(ctx, input.id))),

  /** Lists the rules that end in ERROR, for the dashboard's lists and its home page. */
  failing: roleProcedure('VIEWER')
    .input(FailingRulesQuery)
    .output(FailingRules)
    .query(({ ctx, input }) => failingRules(ctx, input.program_id)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/rules/{id}',
        summary: 'Change, move, suspend or archive a rule',
        description:
          'Fields that you leave out stay unchanged. `order` moves the rule within its set. Archiving is final. A rule that is ACTIVE afterwards must do what its `examples` say; otherwise the response is 422 `rule_example_failed` and nothing changes.',
        errors: [404, 409, 422],
      }),
    )
    .input(UpdateRule)
    .output(Rule)
    .mutation(async ({ ctx, input }) => presentRule(await recordWithFindings(ctx, await updateRule(ctx, input)))),

  resetBudget: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/rules/{id}/reset-budget',
        query: ['asset_id'],
        summary: 'Reset what a budget has consumed',
        description:
          "Sets `consumed` of the rule's `PROGRAM` budget on the asset to zero. Its schedule stays: `next_reset_at` is the next scheduled reset, and a lifetime budget has none. If the rule has no `PROGRAM` budget on the asset, the response is 404 `budget_not_found`.",
        errors: [404],
      }),
    )
    .input(ResetBudget)
    .output(Budget)
    .mutation(async ({ ctx, input }) => presentBudget(await resetBudget(ctx, input))),

  eventShapes: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{programId}/rules/event-shapes',
        summary: 'Read which fields the events of a program have',
        description:
          'Samples the events of the last days and of the equally long period before, and lists every field with its types and how often it is present, beside the fields that active rules read. The sample is spread over its window and depends only on the events and `as_of`. Values of payloads are never shown.',
        tags: ['rules'],
        errors: [404],
      }),
    )
    .input(EventShapesQuery)
    .output(EventShapeInventory)
    .query(({ ctx, input }) => readEventShapes(ctx, input).then(presentEventShapes)),

  seenValues: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{programId}/rules/seen-values',
        summary: 'Read which values the fields of a program have',
        description:
          'Counts the values in the latest 1,000 events and of the latest 1,000 participants, for fields that have few of them, such as a channel or a category: what a condition can compare them with. Fields whose values are ids, addresses, times or long texts are left out.',
        tags: ['rules'],
        errors: [404],
      }),
    )
    .input(SeenValuesQuery)
    .output(SeenValues)
    .query(({ ctx, input }) => readSeenValues(ctx, input).then(presentSeenValues)),

  validate: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/rules/validate',
        summary: 'Check a rule without saving it',
        description:
          'Compiles the condition and every template and reports each mistake with its line and column; a mistake is not an error of the request. With `program_id`, the rule is also checked as the last rule of that program, and its examples are run.',
        errors: [404],
      }),
    )
    .input(ValidateRule)
    .output(RuleValidation)
    .query(({ ctx, input }) => validateRule(ctx, input).then(presentValidation)),

  simulate: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/rules/{id}/simulate',
        summary: 'Test one rule on an event',
        description:
          'Evaluates the rule as if the event had arrived now, without the other rules of its program, with the stored state or the one in `state`. Nothing is posted and nothing is kept.',
        errors: [404, 409, 422],
      }),
    )
    .input(SimulateRule)
    .output(Simulation)
    .query(({ ctx, input }) => simulateRule(ctx, input).then(presentSimulation)),

  simulateConfiguration: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/rules/simulate',
        summary: 'Test all rules of a program, stored or drafted, on an event',
        description:
          'Evaluates the rules as if the event had arrived now, with the stored state or the one in `state`. `failure` says why a real event would fail. Nothing is posted and nothing is kept.',
        tags: ['rules'],
        errors: [404, 409, 422],
      }),
    )
    .input(SimulateConfiguration)
    .output(Simulation)
    .query(({ ctx, input }) => simulateConfiguration(ctx, input).then(presentSimulation)),

  estimate: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/rules/estimate',
        summary: 'Estimate what a rule costs before it is saved',
        description:
          'Tries a rule on the events of the last 30 days and compares what it would have credited with what the stored rule really credited; says what one event and a month can cost at most, when budgets would run out, and which other rules touch the same events. A sample answers within about a second, and `margin` says how far it may be off. An exact estimate answers part by part: send `next_cursor` until it is null. Nothing is posted and nothing is kept.',
        tags: ['rules'],
        errors: [404],
      }),
    )
    .input(EstimateRule)
    .output(RuleEstimate)
    .query(({ ctx, input }) => estimateRule(ctx, input).then(presentEstimate)),
});

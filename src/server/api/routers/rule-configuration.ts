/** Declares the procedures on the rule configuration of a program: all of its rules as one versioned document. */
import { ProgramPath } from '@/contract/program';
import {
  PortableRuleConfiguration,
  PutRuleConfiguration,
  RestoreRuleConfiguration,
  RuleConfigurationResource,
  RuleConfigurationChange,
} from '@/contract/rule-configuration';
import {
  ListRuleConfigurationVersions,
  RuleConfigurationVersionDetail,
  RuleConfigurationVersionPage,
  RuleConfigurationVersionPath,
} from '@/contract/rule-configuration-version';
import { presentPage } from '@/server/api/present/page';
import {
  presentConfiguration,
  presentConfigurationVersion,
  presentOutcome,
  presentVersionDetail,
} from '@/server/api/present/rule-configuration';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import {
  exportConfiguration,
  getConfigurationVersion,
  listConfigurationVersions,
  restoreConfiguration,
} from '@/server/services/rules/configuration-versions';
import { getConfiguration } from '@/server/services/rules/get-configuration';
import { putConfiguration } from '@/server/services/rules/put-configuration';

export const ruleConfigurationRouter = router({
  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/rules/configuration',
        summary: 'Read the rule configuration of a program',
        description:
          'Returns all rule sets in evaluation order, each with its rules in order, all as of one version, without archived rules. You can change the document and send it back with PUT; fields that the service sets itself may stay in it.',
        errors: [404],
        tags: ['rules'],
      }),
    )
    .input(ProgramPath)
    .output(RuleConfigurationResource)
    .query(({ ctx, input }) => getConfiguration(ctx, input.id).then(presentConfiguration)),

  put: organizationProcedure
    .meta(
      route({
        method: 'PUT',
        path: '/v1/programs/{id}/rules/configuration',
        summary: 'Replace the whole rule configuration of a program',
        description:
          'All or nothing. A set or rule is identified by its `id`, or else by its `client_ref` (a set also by its `key`). Sets and rules that match no existing one are created; existing ones that you leave out are archived. An unchanged rule keeps its version, and a request that changes nothing makes no new version of the configuration. The sections `challenges`, `notices`, `referral_programs`, `code_batches` and `leaderboards` are replaced in the same way, each by the `key`s in it, and only if they are sent; `parts` tells what changes of them, in sentences. Errors name their field like `rule_sets[0].rules[1].condition`. With `dry_run`, the response is the same and nothing is kept.',
        errors: [404, 409, 422],
        tags: ['rules'],
      }),
    )
    .input(PutRuleConfiguration)
    .output(RuleConfigurationChange)
    .mutation(({ ctx, input }) => putConfiguration(ctx, input).then(presentOutcome)),

  export: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/rules/configuration/export',
        summary: 'Export the rule configuration of a program as a portable document',
        description:
          'For a repository, or for another program: the document has no ids, versions or times, names assets by their symbols, and each set and rule by its `client_ref`. It has the sections `challenges`, `notices`, `referral_programs`, `code_batches` and `leaderboards`, too, but no codes. Together with `expected_rule_configuration_version` it is a valid body for PUT in any program that links assets with these symbols, and exports from there unchanged. Participants and groups that an action names by id stay named by id.',
        errors: [404],
        tags: ['rules'],
      }),
    )
    .input(ProgramPath)
    .output(PortableRuleConfiguration)
    .query(({ ctx, input }) => exportConfiguration(ctx, input.id)),

  versions: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/rules/configuration/versions',
        summary: 'List the versions of a rule configuration',
        description: 'Newest first, each with who made it. Every change of a rule, a set or their order makes a version.',
        errors: [404],
        tags: ['rules'],
      }),
    )
    .input(ListRuleConfigurationVersions)
    .output(RuleConfigurationVersionPage)
    .query(async ({ ctx, input }) => presentPage(await listConfigurationVersions(ctx, input), presentConfigurationVersion)),

  version: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/rules/configuration/versions/{version}',
        summary: 'Read one version of a rule configuration',
        description:
          'Returns the rules as of `{version}`, and what that version changed. Events name the version that they were evaluated with.',
        errors: [404],
        tags: ['rules'],
      }),
    )
    .input(RuleConfigurationVersionPath)
    .output(RuleConfigurationVersionDetail)
    .query(({ ctx, input }) => getConfigurationVersion(ctx, input).then(presentVersionDetail)),

  restore: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/rules/configuration/versions/{version}/restore',
        summary: 'Restore an earlier rule configuration',
        description:
          'Makes a new version with the content of the old one; if the rules are already the same, nothing changes. Archived rules stay archived: a rule that no longer exists is restored as a new rule whose budgets start over, and `restores_id` in the diff names the old one.',
        errors: [404, 409, 422],
        tags: ['rules'],
      }),
    )
    .input(RestoreRuleConfiguration)
    .output(RuleConfigurationChange)
    .mutation(({ ctx, input }) => restoreConfiguration(ctx, input).then(presentOutcome)),
});

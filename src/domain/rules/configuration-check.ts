/** Validates the rules and campaigns of a configuration before they are saved, and reports every fault with its path. */
import { assertCampaignSound } from '@/domain/campaigns/check';
import { DomainError, type FieldError } from '@/domain/errors';
import { atPath } from '@/domain/error-path';
import type { RuleSurroundings } from './actions/kind';
import { assertRuleSound } from './check';
import type { Configuration, ConfiguredRule, ConfiguredSet } from './configuration';

/**
 * @param ids the rules and sets to check: those already stored and unchanged never block a change.
 * @throws DomainError validation_error naming every field at fault, such as `rule_sets[0].rules[1].condition`; or the
 * fault's own code, when it has one and no other rule is at fault.
 */
export function assertConfigurationSound(configuration: Configuration, ids: ReadonlySet<string>, surroundings: RuleSurroundings): void {
  const failures = configuration.flatMap((set, i) => [
    ...(ids.has(set.id) ? failureOfCampaign(set, `rule_sets[${i}].campaign`, surroundings) : []),
    ...set.rules.flatMap((rule, j) => (ids.has(rule.id) ? failureOfRule(rule, `rule_sets[${i}].rules[${j}]`, surroundings) : [])),
  ]);
  const [first] = failures;
  if (!first) return;
  if (failures.length === 1) throw first;
  const fields = failures.flatMap(fieldsOf);
  throw new DomainError('validation_error', `${fields.length} fields of the configuration are invalid; \`fields\` lists each one.`, {
    fields,
  });
}

const failureOfCampaign = ({ campaign }: ConfiguredSet, path: string, { assets }: RuleSurroundings): DomainError[] =>
  !campaign ? [] : failureOf(path, () => assertCampaignSound(campaign, assets));

const failureOfRule = (rule: ConfiguredRule, path: string, surroundings: RuleSurroundings): DomainError[] =>
  failureOf(path, () =>
    assertRuleSound(
      {
        ...rule,
        activeFrom: rule.active_from === null ? null : new Date(rule.active_from),
        activeTo: rule.active_to === null ? null : new Date(rule.active_to),
      },
      surroundings,
    ),
  );

function failureOf(path: string, check: () => void): DomainError[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [atPath(error, path)];
  }
}

const fieldsOf = ({ code, message, param, fields }: DomainError): FieldError[] => fields ?? [{ field: param ?? '', message, reason: code }];

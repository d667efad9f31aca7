/** Validates the rules of a configuration before they are saved, and reports every fault with its path. */
import { DomainError, type FieldError } from '@/domain/errors';
import { atPath } from '@/domain/error-path';
import type { RuleSurroundings } from './actions/kind';
import { assertRuleSound } from './check';
import type { Configuration, ConfiguredRule } from './configuration';

/**
 * @param ids the rules to check: those already stored and unchanged never block a change.
 * @throws DomainError validation_error naming every field at fault, such as `rule_sets[0].rules[1].condition`; or the
 * fault's own code, when it has one and no other rule is at fault.
 */
export function assertConfigurationSound(configuration: Configuration, ids: ReadonlySet<string>, surroundings: RuleSurroundings): void {
  const failures = configuration.flatMap((set, i) =>
    set.rules.flatMap((rule, j) => (ids.has(rule.id) ? failureOf(rule, `rule_sets[${i}].rules[${j}]`, surroundings) : [])),
  );
  const [first] = failures;
  if (!first) return;
  if (failures.length === 1) throw first;
  const fields = failures.flatMap(fieldsOf);
  throw new DomainError('validation_error', `${fields.length} fields of the configuration are invalid; \`fields\` lists each one.`, {
    fields,
  });
}

function failureOf(rule: ConfiguredRule, path: string, surroundings: RuleSurroundings): DomainError[] {
  try {
    assertRuleSound(
      {
        ...rule,
        activeFrom: rule.active_from === null ? null : new Date(rule.active_from),
        activeTo: rule.active_to === null ? null : new Date(rule.active_to),
      },
      surroundings,
    );
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [atPath(error, path)];
  }
}

const fieldsOf = ({ code, message, param, fields }: DomainError): FieldError[] => fields ?? [{ field: param ?? '', message, reason: code }];

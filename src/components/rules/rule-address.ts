/** Addresses of the pages of rules, with what they begin with. */

/** Names an event that becomes an example of the rule. */
export const EXAMPLE_EVENT = 'example_event';

export const exampleHref = (ruleId: string, eventId: string): string => `/rules/${ruleId}?${EXAMPLE_EVENT}=${eventId}`;

/** Name the rule set and the condition of a new rule. */
export const NEW_RULE_SET = 'set';
export const NEW_RULE_CONDITION = 'condition';

interface RuleBeginning {
  readonly set?: string;
  readonly condition?: string;
}

/** The page of a new rule in a program, with what is known of it. */
export const newRuleHref = (program: string, { set, condition }: RuleBeginning): string =>
  `/rules/new?${new URLSearchParams({
    program,
    ...(set === undefined ? {} : { [NEW_RULE_SET]: set }),
    ...(condition === undefined ? {} : { [NEW_RULE_CONDITION]: condition }),
  }).toString()}`;

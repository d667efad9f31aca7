/** What is noticed about rules without running them (contract: "Rule", `warnings`). */
import { z } from 'zod';
import { FINDING_CODES, FINDING_KINDS, FINDING_SCOPES } from '@/domain/rules/analyse/finding';
import { Uuid } from './primitives';

export const RuleWarning = z
  .strictObject({
    client_ref: z.string().nullable().describe('What the rule is called in a draft configuration.'),
    code: z.enum(Object.keys(FINDING_CODES) as [keyof typeof FINDING_CODES]).describe(
      Object.entries(FINDING_CODES)
        .map(([code, meaning]) => `\`${code}\`: ${meaning}.`)
        .join(' '),
    ),
    key: z
      .string()
      .nullable()
      .describe(
        'What it is about: a key of state, a field of the event, the id of another rule, the symbol of an asset, the name of an event.',
      ),
    kind: z.enum(FINDING_KINDS).nullable().describe('What sort of thing `key` names.'),
    message: z.string(),
    rule_id: Uuid.nullable().describe('Null for a draft that is not stored.'),
    rule_set_id: Uuid.nullable(),
    scope: z.enum(FINDING_SCOPES).nullable().describe('Whose or where `key` is.'),
    suggestion: z.string().nullable().describe('The nearest that there is, when something may have been mistyped.'),
  })
  .meta({ id: 'RuleWarning' });
export type RuleWarning = z.infer<typeof RuleWarning>;

export const RuleWarnings = z.array(RuleWarning).describe('Findings that never block anything.');

/** Findings of static rule analysis on the wire (contract: "Rule warnings"). */
import { z } from 'zod';
import { namesIn } from '@/domain/fields';
import { FINDING_CODES, FINDING_KINDS, FINDING_SCOPES } from '@/domain/rules/analyse/finding';
import { Uuid } from './primitives';

export const RuleWarning = z
  .strictObject({
    client_ref: z.string().nullable().describe('Name of the rule in a draft configuration.'),
    code: z.enum(namesIn(FINDING_CODES)).describe(
      Object.entries(FINDING_CODES)
        .map(([code, meaning]) => `\`${code}\`: ${meaning}.`)
        .join(' '),
    ),
    key: z
      .string()
      .nullable()
      .describe(
        'Subject of the warning: a state key, an event field, the id of another rule, the symbol of an asset, the name of an event, or the path of a field of the rule, such as `actions[0].amount`.',
      ),
    kind: z.enum(FINDING_KINDS).nullable().describe('Kind of thing that `key` names.'),
    message: z.string(),
    rule_id: Uuid.nullable().describe('The rule that the warning is about; null for a draft that is not stored.'),
    rule_set_id: Uuid.nullable(),
    scope: z.enum(FINDING_SCOPES).nullable().describe('Owner or location of `key`.'),
    suggestion: z.string().nullable().describe('The closest existing name, when `key` may have been mistyped.'),
  })
  .meta({ id: 'RuleWarning' });
export type RuleWarning = z.infer<typeof RuleWarning>;

export const RuleWarnings = z.array(RuleWarning).describe('Findings that never block anything.');

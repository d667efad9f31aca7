/** What is remarkable about a rule although it may be saved (contract: "Rule", `warnings`). */
import { z } from 'zod';
import { Uuid } from './primitives';

export const RuleWarning = z
  .strictObject({
    code: z.string().meta({ examples: ['unknown_state_key'] }),
    message: z.string(),
    rule_id: Uuid.nullable(),
    rule_set_id: Uuid.nullable(),
    client_ref: z.string().nullable().describe('The name of the rule in a configuration.'),
    kind: z.string().nullable().meta({ examples: ['counter'] }),
    scope: z.string().nullable().meta({ examples: ['participant'] }),
    key: z.string().nullable(),
    suggestion: z.string().nullable().describe('What may have been meant.'),
  })
  .meta({ id: 'RuleWarning' });
export type RuleWarning = z.infer<typeof RuleWarning>;

/** Rules that end in ERROR, as the dashboard marks them. No route under /v1 serves them: a single rule has the warning `failing_rule`. */
import { z } from 'zod';
import { Uuid } from './primitives';

export const FailingRulesQuery = z.strictObject({
  program_id: Uuid.optional().describe('Absent: of the programs whose events were processed last.'),
});

const FailingRule = z.strictObject({
  rule_id: Uuid,
  rule_name: z.string(),
  evaluated: z.int().min(1).describe('Of the latest events of the program, those that the rule, as it is saved, was evaluated for.'),
  failed: z.int().min(1).describe('Those for which it ended in ERROR.'),
  reason: z.string().describe('Of the latest of them.'),
});
export type FailingRule = z.infer<typeof FailingRule>;

export const FailingRules = z.array(FailingRule).describe('Those that fail most often first.');

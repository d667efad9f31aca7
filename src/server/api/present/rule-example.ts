/** Presents how the examples of rules turn out in its wire form. */
import type { RuleExampleResult, RuleExampleRun } from '@/contract/rule-example';
import type { ExampleResult } from '@/domain/rules/examples/run';

export const presentExampleRun = (results: readonly ExampleResult[]): RuleExampleRun => ({
  passed: results.every(({ passed }) => passed),
  examples: results.map(presentExampleResult),
});

export const presentExampleResult = ({ example, passed, got }: ExampleResult): RuleExampleResult => ({
  name: example.name,
  passed,
  expected: example.expects,
  got,
});

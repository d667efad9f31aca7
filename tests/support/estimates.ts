/** Asks for estimates of rules: from a sample, or of everything, part by part. */
import type { RuleEstimate } from '@/contract/rule-estimate';
import type { Answer, AnyBody } from './api';
import type { TestProgram } from './programs';

type Body = Record<string, unknown>;

export const askForEstimate = (
  { api, program }: Pick<TestProgram, 'api' | 'program'>,
  body: Body,
): Promise<Answer<RuleEstimate & AnyBody>> => api.post(`/programs/${program.id}/rules/estimate`, body);

/** The estimate from a sample; must succeed. */
export async function estimate(club: TestProgram, rule: Body, more: Body = {}): Promise<RuleEstimate> {
  const { status, body } = await askForEstimate(club, { rule, ...more });
  if (status !== 200) throw new Error(`an estimate was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** The last part of an exact estimate. */
export async function exactEstimate(club: TestProgram, rule: Body, more: Body = {}): Promise<RuleEstimate> {
  for (let cursor: string | null = null; ;) {
    const found: RuleEstimate = await estimate(club, rule, { mode: 'EXACT', ...more, ...(cursor === null ? {} : { cursor }) });
    if (found.next_cursor === null) return found;
    cursor = found.next_cursor;
  }
}

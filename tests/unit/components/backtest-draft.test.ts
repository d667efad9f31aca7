/** What the form of a backtest sends. */
import { describe, expect, test } from 'vitest';
import { ConfigurationDraft, type RuleConfigurationResource } from '@/contract/rule-configuration';
import type { RuleConfigurationVersionDetail } from '@/contract/rule-configuration-version';
import { configurationIn } from '@/components/backtests/backtest-document';
import { chosenWindow, emptyBacktest, versionDraft, windowOf } from '@/components/backtests/backtest-draft';

const NOW = Date.parse('2026-11-21T10:00:42.500Z');
const SET = '00000000-0000-7000-8000-000000000001';
const KEPT = '00000000-0000-7000-8000-000000000002';
const GONE = '00000000-0000-7000-8000-000000000003';

const rule = (id: string, client_ref: string) => ({
  id,
  client_ref,
  name: client_ref,
  description: null,
  condition: 'true',
  actions: [{ type: 'TAG', tag: 'seen' }],
  budgets: [],
  active_from: null,
  active_to: null,
  status: 'ACTIVE' as const,
  stop_after_match: false,
  version: 3,
});
const version = {
  rule_sets: [{ id: SET, client_ref: 'base', key: 'base', name: 'Base', rules: [rule(KEPT, 'kept'), rule(GONE, 'gone')] }],
} as unknown as RuleConfigurationVersionDetail;
const present = {
  rule_sets: [{ id: SET, client_ref: 'base', key: 'base', name: 'Base', rules: [{ id: KEPT }] }],
} as unknown as RuleConfigurationResource;

describe('the window', () => {
  test('ends with the present minute, so that it never reaches into the future', () => {
    expect(windowOf(7, NOW)).toEqual({ from: '2026-11-14T10:00:00.000Z', to: '2026-11-21T10:00:00.000Z' });
  });

  test('is counted from now whenever the form is sent, unless its limits were chosen', () => {
    const draft = emptyBacktest(NOW);
    expect(chosenWindow(draft, NOW + 3_600_000).to).toBe('2026-11-21T11:00:00.000Z');
    expect(chosenWindow({ ...draft, window: 'CHOSEN' }, NOW + 3_600_000).to).toBe('2026-11-21T10:00:00.000Z');
  });
});

describe('a kept version as a draft', () => {
  const draft = versionDraft(version, present);

  test('is a configuration that the API takes', () => {
    expect(ConfigurationDraft.safeParse(draft).error).toBeUndefined();
  });

  test('names what is still there by its id, and what was archived since by its reference', () => {
    const [set] = ConfigurationDraft.parse(draft).rule_sets;
    expect(set).toMatchObject({ id: SET, rules: [{ id: KEPT }, { client_ref: 'gone' }] });
    expect(set!.rules[1]).not.toHaveProperty('id');
  });
});

describe('a document', () => {
  test('that is no JSON is refused with what to write', () => {
    expect(configurationIn('{')).toEqual({ fault: 'Enter a configuration as JSON, such as an exported one.' });
  });

  test('that is no configuration is refused with the place of the fault', () => {
    expect(configurationIn('{"rule_sets":[{"key":"base"}]}')).toMatchObject({ fault: expect.stringMatching(/^rule_sets\.0\.name: /) });
  });
});

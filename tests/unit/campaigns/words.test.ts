/** How campaigns are said in words, keyed and checked. */
import { describe, expect, test } from 'vitest';
import { campaignSentence } from '@/domain/campaigns/campaign-sentence';
import { assertCampaignSound } from '@/domain/campaigns/check';
import { keyFromName } from '@/domain/campaigns/terms';
import { DomainError } from '@/domain/errors';
import { diffConfigurations, type ConfiguredSet } from '@/domain/rules/configuration';
import { world } from '../rules/actions/support';
import { limit, terms } from './support';

const MARCH = { starts_at: '2027-03-01T00:00:00.000Z', ends_at: '2027-03-16T00:00:00.000Z' };

test.each([
  [terms(), 'Runs at all times.'],
  [terms({ ...MARCH, ends_at: null, status: 'DRAFT' }), 'Runs from March 1, 2027 at 00:00 UTC. It is a draft.'],
  [
    terms({ ...MARCH, audience: '"gold" in participant.tags', budgets: [limit('5000')] }),
    'Runs from March 1, 2027 at 00:00 UTC until March 16, 2027 at 00:00 UTC, when the participant has the tag “gold”, at most 5000 PTS in all.',
  ],
  [terms({ audience: 'false', status: 'PAUSED' }), 'Runs at all times, for nobody. It is paused.'],
])('%o has one sentence', (written, sentence) => {
  expect(campaignSentence(written, () => 'PTS')).toBe(sentence);
});

test.each([
  ['Spring bonus!', 'spring-bonus'],
  ['Été à la mer', 'ete-a-la-mer'],
  ['2027', 'campaign-2027'],
  ['夏', 'campaign'],
  ['Taken', 'taken-3'],
])('%s is given the key %s', (name, key) => {
  expect(keyFromName(name, new Set(['taken', 'taken-2']))).toBe(key);
});

describe('terms', () => {
  const { assets } = world();
  const fault = (fields: Parameters<typeof terms>[0]) => {
    try {
      assertCampaignSound(terms(fields), assets);
      return null;
    } catch (error) {
      return error instanceof DomainError ? [error.code, error.param] : error;
    }
  };

  test.each([
    [MARCH, null],
    [{ starts_at: MARCH.ends_at, ends_at: MARCH.ends_at }, ['validation_error', 'ends_at']],
    [{ audience: 'event.' }, ['validation_error', 'audience']],
    [{ budgets: [limit('1.001')] }, ['validation_error', 'budgets[0].limit']],
    [{ budgets: [limit('5', { asset_id: 'other' })] }, ['asset_not_linked', 'budgets[0].asset_id']],
  ])('%o are refused where they are at fault', (fields, refused) => {
    expect(fault(fields)).toEqual(refused);
  });
});

test('a change of terms is one difference of the set, and a limit written otherwise is none', () => {
  const set = (campaign: ConfiguredSet['campaign']): ConfiguredSet => ({
    id: 's',
    client_ref: 's',
    key: 's',
    name: 'S',
    campaign,
    rules: [],
  });
  const [before, same] = [limit('500'), limit('500.00')].map((budget) => terms({ budgets: [budget] }));
  expect(diffConfigurations([set(before)], [set(same)]).updated).toEqual([]);
  expect(diffConfigurations([set(undefined)], [set(null)]).updated).toEqual([]);
  expect(diffConfigurations([set(null)], [set(before)]).updated).toMatchObject([
    { changes: [{ field: 'campaign', before: null, after: before }] },
  ]);
});

/** Expected effects are chosen without a loss: what was read is written again, and what the choices cannot say stays JSON. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectAs, effectsIn, textOfEffects, withFields } from '@/components/rules/examples/expected-effects';
import { RuleExample } from '@/contract/rule-example';
import { BUCKETS } from '@/domain/choices';
import { namesIn } from '@/domain/fields';
import { ACTIONS } from '@/domain/rules/actions/catalog';
import { SUBJECTS } from '@/domain/rules/actions/fields';
import type { ExampleEffect } from '@/domain/rules/examples/example';

const type = fc.constantFrom(...namesIn(ACTIONS));
const name = fc.constantFrom('PTS', 'vip', 'two words', '"quoted"');
const effect: fc.Arbitrary<ExampleEffect> = fc
  .record(
    {
      type,
      target: fc.constantFrom(...SUBJECTS),
      asset: name,
      bucket: fc.constantFrom(...BUCKETS),
      amount: fc.constantFrom('5', '5.00', '0.000000000000000001', '12345678901234567890.5'),
      key: name,
      value: fc.oneof(fc.constant(null), fc.constant({ level: 'gold', rank: 2 })),
    },
    { requiredKeys: ['type'] },
  )
  .map((one) => one);

test('what can be chosen is written again as it was, and is as an example may have it', () => {
  fc.assert(
    fc.property(fc.array(effect, { maxLength: 5 }), (effects) => {
      const read = effectsIn(textOfEffects(effects));
      expect(read).toEqual(effects);
      expect(textOfEffects(read!)).toBe(textOfEffects(effects));
      const example = { name: 'one', event: { event_data: {} }, expects: { matched: true, effects } };
      expect(RuleExample.safeParse(example).success).toBe(true);
    }),
  );
});

test('a change of one field leaves every other field, and an effect of another kind has only fields of its kind', () => {
  fc.assert(
    fc.property(effect, type, (before, next) => {
      const { amount: _, ...rest } = before;
      expect(withFields(before, { amount: undefined })).toEqual(rest);
      expect(withFields(before, { amount: '7' })).toEqual({ ...rest, amount: '7' });
      const changed = effectAs(before, next);
      expect(changed.type).toBe(next);
      expect(effectsIn(textOfEffects([changed]))).toEqual([changed]);
      if (ACTIONS[next].realm === 'EVENTS') expect(Object.keys(changed).filter((field) => field !== 'target')).toEqual(['type']);
    }),
  );
});

test.each([
  ['no JSON', '[{'],
  ['no list', '{}'],
  ['a field that effects do not have', '[{ "type": "CREDIT", "note": "?" }]'],
  ['a kind that there is not', '[{ "type": "GIVE" }]'],
  ['an amount that is a number', '[{ "type": "CREDIT", "amount": 5 }]'],
  ['a level that is a text', '[{ "type": "SET_TIER", "key": "club", "value": "gold" }]'],
  ['a number that would be rounded', '[{ "type": "SET_ATTRIBUTE", "key": "n", "value": 12345678901234567890 }]'],
  ['a field that is given twice', '[{ "type": "TAG", "key": "a", "key": "b" }]'],
])('%s stays JSON', (_, text) => {
  expect(effectsIn(text)).toBeNull();
});

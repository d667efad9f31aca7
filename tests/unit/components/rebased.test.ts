import { expect, test } from 'vitest';
import { rebased } from '@/components/rules/rebased';

const base = { name: 'Cashback', condition: 'true', actions: [{ amount: '1' }] };

test('a field that was typed in stays, and every other one is as somebody else saved it', () => {
  const draft = { ...base, condition: 'event.amount > 5' };
  const saved = { ...base, name: 'Money back', condition: 'false' };
  expect(rebased(draft, base, saved)).toEqual({ ...base, name: 'Money back', condition: 'event.amount > 5' });
});

test('where nothing was typed, a draft becomes what is saved', () => {
  const saved = { ...base, actions: [{ amount: '2' }] };
  expect(rebased(structuredClone(base), base, saved)).toEqual(saved);
});

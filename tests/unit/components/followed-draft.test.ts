import { expect, test } from 'vitest';
import { begin, changedFields, follow } from '@/components/drafts/followed';

const saved = { name: 'Cashback', condition: 'true', actions: [{ amount: '1' }] };
const typed = (changes: Partial<typeof saved>) => ({ ...begin(saved), draft: { ...saved, ...changes } });

test('a field that was typed in stays, every other one is as somebody else saved it, and that is told', () => {
  const theirs = { ...saved, name: 'Money back', condition: 'false' };
  expect(follow(typed({ condition: 'event.amount > 5' }), theirs)).toEqual({
    base: theirs,
    draft: { ...theirs, condition: 'event.amount > 5' },
    overtaken: true,
  });
});

test('where nothing was typed, a draft becomes what is saved, and nothing is told', () => {
  const theirs = { ...saved, actions: [{ amount: '2' }] };
  expect(follow(typed({}), theirs)).toEqual(begin(theirs));
});

test('where somebody else saved just what was typed, nothing is left to tell', () => {
  const theirs = { ...saved, name: 'Money back' };
  expect(follow(typed({ name: 'Money back' }), theirs)).toEqual(begin(theirs));
});

test('what was overtaken once stays so when the same is read again', () => {
  const theirs = { ...saved, condition: 'false' };
  const once = follow(typed({ name: 'Mine' }), theirs);
  expect(follow(once, structuredClone(theirs))).toEqual(once);
});

test('of a form only the fields that were typed in are sent, so that none that others saved is written over', () => {
  const once = follow(typed({ name: 'Mine' }), { ...saved, actions: [{ amount: '2' }] });
  expect(changedFields(once.base, once.draft)).toEqual({ name: 'Mine' });
});

/** The share that is taken back, as a choice and as the template that is kept. */
import { expect, test } from 'vitest';
import { shareChoiceOf, shareTemplateOf } from '@/domain/rules/amounts/share';

test.each([
  ['1', { kind: 'all' }],
  ['{{ event.refunded / event.total }}', { kind: 'ratio', part: 'refunded', whole: 'total' }],
  ['{{ event.refund.amount / event.order.total }}', { kind: 'ratio', part: 'refund.amount', whole: 'order.total' }],
] as const)('%s is a choice that is written the same', (template, choice) => {
  expect(shareChoiceOf(template)).toEqual(choice);
  expect(shareTemplateOf(choice)).toBe(template);
});

test.each([
  '',
  '0.5',
  '1.0',
  '{{ event.refunded }}',
  '{{ event.a/event.b }}',
  '{{ event.a / event.b / 2 }}',
  '{{ event.a / participant.b }}',
])('"%s" stays a template', (template) => {
  expect(shareChoiceOf(template)).toBeNull();
});

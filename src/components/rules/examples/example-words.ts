/** Puts what an example expects into words. */
import { ACTIONS, stateSetBy } from '@/domain/rules/actions/catalog';
import type { ExampleEffect, ExampleOutcome } from '@/domain/rules/examples/example';
import { groupDigits } from '@/components/ui/money';

const WHO = {
  ACTOR: 'the participant',
  RECIPIENT: 'the recipient',
  PARTICIPANT: 'another participant',
  GROUP: 'the group',
  PROGRAM: 'the program',
} as const;

/** One sentence for each effect, or one that there is none. */
export function outcomeSentences({ matched, effects }: ExampleOutcome): string[] {
  if (effects.length > 0) return effects.map(effectSentence);
  return [matched ? 'The rule matches and does nothing.' : 'The rule does not match.'];
}

function effectSentence({ type, target, asset, bucket, amount, key = '…', value }: ExampleEffect): string {
  const who = target === undefined ? 'somebody' : WHO[target];
  const state = stateSetBy(type);
  if (value === undefined && state !== null && state !== 'tag') return `The ${state} “${key}” of ${who} changes`;
  return ACTIONS[type].says({
    who,
    all: who,
    sum: `${amount === undefined ? 'any amount' : groupDigits(amount)}${asset === undefined ? '' : ` ${asset}`}`,
    where: bucket === undefined || bucket === 'AVAILABLE' ? '' : `, ${bucket.toLowerCase()}`,
    cut: '',
    key,
    value,
    event: 'an event',
  });
}

/** A name for an example of an event. */
export function exampleName(event: string, { effects }: ExampleOutcome): string {
  const sums = effects.flatMap(({ amount, asset }) => (amount === undefined ? [] : [`${amount}${asset === undefined ? '' : ` ${asset}`}`]));
  if (sums.length > 0) return `${event} gives ${sums.join(' and ')}`;
  return effects.length > 0 ? `${event} has ${effects.length === 1 ? 'its effect' : 'its effects'}` : `${event} gives nothing`;
}

/** Makes an example of a rule from an event that happened or was tried: its data, the state that the rule reads, and what it gave. */
import type { ParticipantDetail } from '@/contract/participant';
import type { RuleExample } from '@/contract/rule-example';
import type { ExampleEffect } from '@/domain/rules/examples/example';
import type { Outputs } from '@/trpc/outputs';

type References = Outputs['rules']['validate']['references'];
type Evaluation = Outputs['events']['get']['rule_evaluations'][number];
type TrialEffect = Outputs['rules']['simulateConfiguration']['effects'][number];
type SymbolOf = (assetId: string | undefined) => string | undefined;
type SupposedPerson = NonNullable<NonNullable<RuleExample['state']>['participant']>;

/** What a rule gave for an event that happened. */
export function effectsGiven(
  { actions }: Pick<Evaluation, 'actions'>,
  people: { readonly participant_id: string | null; readonly recipient_id: string | null },
  symbolOf: SymbolOf,
): ExampleEffect[] {
  return actions
    .filter(({ result }) => result === 'APPLIED')
    .map(({ type, target, asset_id, amount, key, value }) =>
      withoutAbsent({
        type: type as ExampleEffect['type'], // what is shown of an event names the actions of its rules
        target:
          target?.id === people.participant_id
            ? ('ACTOR' as const)
            : target?.id === people.recipient_id
              ? ('RECIPIENT' as const)
              : target?.type,
        asset: symbolOf(asset_id),
        amount,
        key,
        value,
      }),
    );
}

/** What a rule would give in a trial. @param who the external id of the participant; empty for somebody new. */
export const effectsTried = (effects: readonly TrialEffect[], who: string, symbolOf: SymbolOf): ExampleEffect[] =>
  effects.map(({ type, target, asset_id, amount, key, value }) => {
    const isActor = target?.type === 'PARTICIPANT' && (target.id === null || target.external_id === who);
    return withoutAbsent({
      type: type as ExampleEffect['type'], // a trial names the actions of the rule
      target: isActor ? ('ACTOR' as const) : target?.type,
      asset: symbolOf(asset_id),
      amount,
      key,
      value,
    });
  });

const withoutAbsent = (effect: ExampleEffect): ExampleEffect =>
  Object.fromEntries(Object.entries(effect).filter(([, value]) => value !== undefined)) as ExampleEffect; // an absent field can as well be left out

/** What the rule reads of a person's state, as it was; undefined if the person has none of it. */
export function stateRead(
  person: Pick<ParticipantDetail, 'tags' | 'attributes' | 'counters' | 'tiers' | 'balances' | 'enrollments'>,
  scope: 'participant' | 'recipient',
  { references, programId, symbolOf }: { readonly references: References; readonly programId: string; readonly symbolOf: SymbolOf },
): SupposedPerson | undefined {
  const read = (kind: References[number]['kind']) =>
    new Set(references.filter((reference) => reference.scope === scope && reference.kind === kind).map(({ key }) => key));
  const ownTiers = person.tiers.filter(({ program_id }) => program_id === programId);
  const ownBalances = person.balances.filter(({ program_id }) => program_id === programId);
  const tags = person.tags.filter((tag) => read('tag').has(tag));
  const enrolled = read('enrollment').size > 0 ? person.enrollments.find(({ program_id }) => program_id === programId) : undefined;
  const state = {
    ...(enrolled === undefined ? {} : { enrolled_at: enrolled.enrolled_at }),
    ...(tags.length > 0 ? { tags } : {}),
    ...part('attributes', Object.entries(person.attributes), read('attribute')),
    ...part('counters', Object.entries(person.counters), read('counter')),
    ...part(
      'tiers',
      ownTiers.map(({ tier, level, rank }) => [tier, { level, rank }]),
      read('tier'),
    ),
    ...part(
      'balances',
      ownBalances.map(({ asset_id, available, held, deferred }) => [symbolOf(asset_id) ?? asset_id, { available, held, deferred }]),
      read('balance'),
    ),
  };
  return Object.keys(state).length > 0 ? state : undefined;
}

function part<Name extends string, Value>(
  name: Name,
  entries: readonly (readonly [string, Value])[],
  read: ReadonlySet<string>,
): Partial<Record<Name, Record<string, Value>>> {
  const kept = entries.filter(([key]) => read.has(key));
  // The one field is that of the name.
  return (kept.length > 0 ? { [name]: Object.fromEntries(kept) } : {}) as Partial<Record<Name, Record<string, Value>>>;
}

/** Finds state keys that a rule reads but nothing sets and nobody has: nearly always a typo. */
import { nearest } from '@/domain/nearest';
import { keySetBy, type ActionSource } from '../actions/catalog';
import { referencesOf, type StateKind, type StateReference } from '../references';
import type { AnalysedRule, Analysis, KnownKeys, Observation } from './finding';

const NOUNS: Readonly<Record<StateReference['kind'], string>> = {
  counter: 'counter',
  attribute: 'attribute',
  tag: 'tag',
  tier: 'tier',
  balance: 'asset symbol',
};

export function stateKeyFindings({ rule }: AnalysedRule, analysis: Analysis): Observation[] {
  const { state } = referencesOf(rule.expressions);
  if (state.length === 0) return [];
  const keys = new KeysInReach(analysis);
  return state.flatMap((reference): Observation[] => {
    const known = keys.of(reference);
    if (known.has(reference.key)) return [];
    const { scope, kind, key } = reference;
    const suggestion = nearest(key, known);
    const meant = suggestion === null ? '' : ` Did you mean "${suggestion}"?`;
    return [
      {
        code: 'unknown_state_key',
        kind,
        scope,
        key,
        suggestion,
        message: `The rule reads the ${NOUNS[kind]} "${key}" of the ${scope}, which ${ABSENCE[kind]}.${meant}`,
      },
    ];
  });
}

const ABSENCE: Readonly<Record<StateReference['kind'], string>> = {
  counter: 'no rule of the program changes and nobody has',
  attribute: 'no rule of the program sets and nobody has',
  tag: 'no rule of the program gives and nobody has',
  tier: 'the program does not have',
  balance: 'is of no asset that is linked to the program',
};

/** The keys that exist, and those that the rules can set. */
class KeysInReach {
  private readonly set: readonly { readonly scope: keyof KnownKeys; readonly kind: StateKind; readonly key: string }[];

  constructor(private readonly analysis: Analysis) {
    this.set = analysis.rules.flatMap(({ rule }) => rule.actions.flatMap(({ source }) => keysSetBy(source)));
  }

  of({ scope, kind }: StateReference): ReadonlySet<string> {
    const { assets, tiers, keys } = this.analysis.surroundings;
    if (kind === 'tier') return new Set(tiers.keys());
    if (kind === 'balance') return new Set([...assets.values()].map(({ symbol }) => symbol));
    const owner = scope === 'recipient' ? 'participant' : scope;
    return new Set([...keys[owner][kind], ...this.set.filter((made) => made.scope === owner && made.kind === kind).map(({ key }) => key)]);
  }
}

const OWNERS = { ACTOR: 'participant', RECIPIENT: 'participant', PARTICIPANT: 'participant', GROUP: 'group', PROGRAM: 'program' } as const;

function keysSetBy(source: ActionSource): readonly { scope: keyof KnownKeys; kind: StateKind; key: string }[] {
  const set = keySetBy(source);
  if (set === null) return [];
  return [{ scope: OWNERS[source.target.type], kind: set.state, key: set.state === 'tag' ? set.key.toLowerCase() : set.key }];
}

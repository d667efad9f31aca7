/** Finds rules whose own events can make them match again, directly or through other rules. */
import { amountOf } from '@/domain/money';
import { emits, type ActionSource } from '../actions/catalog';
import type { CompiledRule } from '../rule';
import { fieldText } from './canonical';
import { nameOf, type AnalysedRule, type Analysis, type Observation } from './finding';
import { situationOf } from './logic';
import { canStillRun, logicOf } from './matching';
import { asksPresence, eventKeyOf, type Atom } from './terms';

/** An event that a rule emits, as far as it is known in advance. */
interface Emission {
  readonly name: string;
  /** The fields it will have. */
  readonly keys: ReadonlySet<string>;
  /** Those with literal values. */
  readonly literals: readonly Pick<Atom, 'subject' | 'statement'>[];
}

export function eventCycleFindings(analysed: AnalysedRule, { rules, surroundings: { now } }: Analysis): Observation[] {
  const emissions = emissionsOf(analysed.rule);
  const runs = ({ rule }: AnalysedRule): boolean => rule.status === 'ACTIVE' && canStillRun(rule, now);
  if (emissions.length === 0 || !runs(analysed)) return [];
  const active = rules.filter(runs);
  const names = new Map<string, readonly AnalysedRule[]>();
  for (const emission of emissions) {
    const way = names.has(emission.name) ? undefined : wayBack(analysed, emission, active);
    if (way) names.set(emission.name, way);
  }
  return [...names].map(([name, way]) => ({
    code: 'event_cycle',
    kind: 'event',
    scope: 'event',
    key: name,
    suggestion: null,
    message: messageOf(name, way),
  }));
}

function messageOf(name: string, way: readonly AnalysedRule[]): string {
  const through = way.length === 0 ? '' : `, through ${way.map(nameOf).join(', ')}`;
  return `Events named "${name}" that this rule makes can make it match again${through}: each event of its own makes another.`;
}

/** The shortest path of rules from an event back to the rule that emitted it; undefined when there is none. */
function wayBack(start: AnalysedRule, first: Emission, active: readonly AnalysedRule[]): readonly AnalysedRule[] | undefined {
  const reached = new Set<AnalysedRule>();
  let ways: { readonly emission: Emission; readonly way: readonly AnalysedRule[] }[] = [{ emission: first, way: [] }];
  while (ways.length > 0) {
    const next: typeof ways = [];
    for (const { emission, way } of ways) {
      if (canMatch(start.rule, emission)) return way;
      for (const other of active.filter(
        (candidate) => !reached.has(candidate) && candidate !== start && canMatch(candidate.rule, emission),
      )) {
        reached.add(other);
        next.push(...emissionsOf(other.rule).map((made) => ({ emission: made, way: [...way, other] })));
      }
    }
    ways = next;
  }
  return undefined;
}

function emissionsOf({ actions }: CompiledRule): Emission[] {
  return actions.flatMap(({ source }) => emissionOf(source) ?? []);
}

function emissionOf(source: ActionSource): Emission | null {
  if (!emits(source)) return null;
  const fields = Object.entries({ ...source.payload, type: source.event_name });
  const literals = fields.flatMap(([key, value]) => literalAtom(key, value) ?? []);
  return { name: source.event_name, keys: new Set(fields.map(([key]) => key)), literals };
}

/** What is known of a field with a literal value; null for a template, a list or an object. */
function literalAtom(key: string, value: unknown): Emission['literals'][number] | null {
  const subject = fieldText('event', key);
  if (typeof value === 'number') return { subject, statement: { op: '==', constant: amountOf(value) } };
  if (typeof value === 'boolean' || (typeof value === 'string' && !value.includes('{{')))
    return { subject, statement: { op: '==', constant: value } };
  return null;
}

function canMatch(rule: CompiledRule, emission: Emission): boolean {
  return logicOf(rule).terms.some(
    (term) => term.every((atom) => canHold(atom, emission)) && situationOf([...term, ...emission.literals]) !== null,
  );
}

/** A field that the event lacks satisfies nothing but the absence of it. */
function canHold({ node, statement }: Atom, { keys }: Emission): boolean {
  const key = eventKeyOf(node);
  if (key === undefined || keys.has(key)) return true;
  return asksPresence(node) && statement.op === '==' && statement.constant === false;
}

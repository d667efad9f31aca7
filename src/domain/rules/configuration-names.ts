/** Matches every set and rule of a document to the one of the program that it names, or gives it a new id. */
import { present } from '@/domain/assert';
import { DomainError, type FieldError } from '@/domain/errors';
import type { Configuration, ConfiguredRule, ConfiguredSet } from './configuration';

/** Either may be left out; an item with neither is new, unless it is a set whose key the program has. */
interface Names {
  readonly id?: string | undefined;
  readonly client_ref?: string | undefined;
}

export type NamedRule = Omit<ConfiguredRule, keyof Names> & Names;
export type NamedSet = Omit<ConfiguredSet, keyof Names | 'rules'> & Names & { readonly rules: readonly NamedRule[] };

/**
 * The document as a configuration. An unnamed set with the key of a set that nothing else names is that set.
 * @param newId makes the id of a new item.
 * @throws DomainError validation_error naming every unknown id, and every repeated id, reference or key.
 */
export function nameConfiguration(document: readonly NamedSet[], current: Configuration, newId: () => string): Configuration {
  const currentRules = current.flatMap((set) => set.rules);
  const rules = document.flatMap((set, i) => set.rules.map((rule, j) => ({ path: `rule_sets[${i}].rules[${j}]`, named: rule })));
  const sets = document.map((set, i) => ({ path: `rule_sets[${i}]`, named: set }));
  assertNoFaults([
    ...unknownIds(sets, current, 'rule set'),
    ...unknownIds(rules, currentRules, 'rule'),
    ...repeated(
      sets,
      () => 'key',
      ({ named }) => named.key,
    ),
  ]);

  const matches = matchSets(document, current);
  const refs = new Set(document.map((set, i) => set.client_ref ?? matches[i]?.client_ref));
  const configuration = document.map((set, i): ConfiguredSet => {
    const id = matches[i]?.id ?? newId();
    const client_ref = set.client_ref ?? matches[i]?.client_ref ?? (refs.has(set.key) ? id : set.key);
    return {
      id,
      client_ref,
      key: set.key,
      name: set.name,
      campaign: set.campaign,
      rules: set.rules.map((rule) => nameRule(rule, currentRules, newId)),
    };
  });
  assertNoFaults([
    ...namedTwice(sets, configuration),
    ...namedTwice(
      rules,
      configuration.flatMap((set) => set.rules),
    ),
  ]);
  return configuration;
}

function nameRule(rule: NamedRule, current: readonly ConfiguredRule[], newId: () => string): ConfiguredRule {
  const match = matchOf(rule, current);
  const id = match?.id ?? newId();
  return { ...rule, id, client_ref: rule.client_ref ?? match?.client_ref ?? id };
}

function matchOf<Item extends Required<Names>>({ id, client_ref }: Names, current: readonly Item[]): Item | undefined {
  if (id !== undefined) return current.find((item) => item.id === id);
  return client_ref === undefined ? undefined : current.find((item) => item.client_ref === client_ref);
}

function matchSets(document: readonly NamedSet[], current: Configuration): (ConfiguredSet | undefined)[] {
  const named = document.map((set) => matchOf(set, current));
  const taken = new Set(named);
  return document.map((set, i) => named[i] ?? current.find((candidate) => candidate.key === set.key && !taken.has(candidate)));
}

interface Pathed<Item> {
  readonly path: string;
  readonly named: Item;
}

const unknownIds = (items: readonly Pathed<Names>[], current: readonly Required<Names>[], kind: string): FieldError[] =>
  items
    .filter(({ named }) => named.id !== undefined && !current.some(({ id }) => id === named.id))
    .map(({ path }) => ({
      field: `${path}.id`,
      message: `The program has no such ${kind}; leave the id out to create one.`,
      reason: 'not_found',
    }));

/** Every item after the first that has the same value. */
function repeated<Item>(
  items: readonly Pathed<Item>[],
  fieldOf: (item: Item) => string,
  valueOf: (item: Pathed<Item>, index: number) => string,
): FieldError[] {
  const first = new Map<string, string>();
  return items.flatMap((item, index) => {
    const value = valueOf(item, index);
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, item.path);
    return earlier === undefined
      ? []
      : [
          {
            field: `${item.path}.${fieldOf(item.named)}`,
            message: `\`${earlier}\` has or means the same; name each once.`,
            reason: 'duplicate',
          },
        ];
  });
}

/** Items that resolve to the same id or, if there are none, to the same reference. */
function namedTwice(items: readonly Pathed<Names>[], found: readonly Required<Names>[]): FieldError[] {
  const namedBy = ({ id, client_ref }: Names): string => (id !== undefined ? 'id' : client_ref !== undefined ? 'client_ref' : 'key');
  const foundFor = (index: number) => present(found[index], 'every item of the document is given its names');
  const byId = repeated(items, namedBy, (_item, index) => foundFor(index).id);
  return byId.length > 0
    ? byId
    : repeated(
        items,
        () => 'client_ref',
        (_item, index) => foundFor(index).client_ref,
      );
}

function assertNoFaults(faults: readonly FieldError[]): void {
  const [first] = faults;
  if (!first) return;
  const message =
    faults.length === 1
      ? `\`${first.field}\`: ${first.message}`
      : `${faults.length} fields of the configuration are at fault; \`fields\` lists each.`;
  throw new DomainError('validation_error', message, { fields: [...faults], ...(faults.length === 1 ? { param: first.field } : {}) });
}

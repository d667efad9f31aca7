/** What a line can be about in one program: fields of its events, lists, state, groups and time, each as a first line to begin with. */
import type { Block, FieldStep, FieldTerm, LineBlock, BlockTerm } from '@/domain/rules/blocks/block';
import { timeSinceLine } from '@/domain/rules/blocks/time-since';
import { humanized } from '@/domain/rules/sentence/phrases';
import { RULE_ROOT_NAMES, type KnownName, type ProgramVocabulary, type RuleRoot } from '../cel/vocabulary';

export interface FieldChoice {
  readonly group: string;
  readonly label: string;
  /** Its type, or how often it is present. */
  readonly about: string;
  readonly block: Block;
}

const PLAIN_NAME = /^[A-Za-z_]\w*$/;

const stepOf = (name: string): FieldStep => (PLAIN_NAME.test(name) ? { name } : { key: name });
const field = (root: string, ...names: readonly string[]): FieldTerm => ({ kind: 'field', root, steps: names.map(stepOf) });
const text = (value: string): BlockTerm => ({ kind: 'text', value });
const number = (digits: string): BlockTerm => ({ kind: 'number', text: digits });
const line = (
  read: BlockTerm,
  operator: LineBlock['operator'],
  values: readonly BlockTerm[] = [],
  guards: readonly number[] = [],
): LineBlock => ({
  kind: 'line',
  guards,
  field: read,
  operator,
  values,
});
const ZONE = field('program', 'timezone');
const NOW = field('now');
const timePart = (name: string): BlockTerm => ({ kind: 'call', name, on: NOW, args: [ZONE] });

/** A field that some events lack is asked for first: without it, the condition would be an error. */
const guardsOf = (known: KnownName, read: FieldTerm): readonly number[] =>
  known.presence === undefined || known.presence === 1 || read.steps.some((step) => !('name' in step))
    ? []
    : read.steps.map((_, index) => index + 1);

/** A first line about a field of a type. */
function lineFor(read: FieldTerm, type: KnownName['type'], guards: readonly number[]): LineBlock {
  if (type === 'number') return line(read, 'at_least', [number('0')], guards);
  if (type === 'boolean') return line(read, 'holds', [], guards);
  if (type === 'array') return line(read, 'includes', [text('')], guards);
  return type === 'object' ? line(read, 'present') : line(read, 'is', [text('')], guards);
}

/** Every choice; `typed` adds the field or key that its name would be. @param item the variable of the list that the line is within. */
export function fieldChoices(
  known: ProgramVocabulary,
  typed: string,
  item: { readonly variable: string; readonly list: string } | null,
): FieldChoice[] {
  const roots: readonly RuleRoot[] = known.roots ?? RULE_ROOT_NAMES;
  const can = (root: RuleRoot): boolean => roots.includes(root);
  return [
    ...(item === null ? [] : itemChoices(known, item)),
    ...(can('event') ? eventChoices(known, typed) : []),
    ...(can('now') ? timeChoices(known, can('participant'), typed) : []),
    ...(['participant', 'recipient', 'program'] as const).filter(can).flatMap((who) => stateChoices(known, who, typed)),
    ...(can('groups') ? groupChoices() : []),
    ...(can('codes') ? codeChoices() : []),
  ];
}

function itemChoices(
  { eventFields }: ProgramVocabulary,
  { variable, list }: { readonly variable: string; readonly list: string },
): FieldChoice[] {
  const below = eventFields.filter(({ name }) => name.startsWith(`${list}[].`) && !name.slice(list.length + 3).includes('['));
  return below.map((known) => {
    const path = known.name.slice(list.length + 3).split('.');
    return { group: 'Of the item', label: humanized(path), about: known.about, block: lineFor(field(variable, ...path), known.type, []) };
  });
}

function eventChoices({ eventFields }: ProgramVocabulary, typed: string): FieldChoice[] {
  const fields = eventFields
    .filter(({ name }) => !name.includes('['))
    .map((known): FieldChoice => {
      const path = known.name.split('.');
      const read = field('event', ...path);
      return { group: 'Event', label: humanized(path), about: known.about, block: lineFor(read, known.type, guardsOf(known, read)) };
    });
  const named = typed.replace(/^event\./, '');
  const isNew = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(named) && eventFields.every(({ name }) => name !== named);
  const own: FieldChoice[] = isNew
    ? [
        {
          group: 'Event',
          label: humanized(named.split('.')),
          about: 'not seen yet',
          block: lineFor(field('event', ...named.split('.')), 'string', []),
        },
      ]
    : [];
  return [...fields, ...own, ...listChoices(eventFields)];
}

/** Lines about the items of a list: any of them, how many, and the sum of their numbers. */
function listChoices(fields: readonly KnownName[]): FieldChoice[] {
  const lists = fields.filter(({ name, type }) => type === 'array' && !name.includes('['));
  return lists.flatMap((known) => {
    const path = known.name.split('.');
    const list = field('event', ...path);
    const guards = guardsOf(known, list);
    const below = fields.filter(({ name }) => name.startsWith(`${known.name}[].`) && !name.slice(known.name.length + 3).includes('['));
    const test = below[0]
      ? lineFor(field('item', ...below[0].name.slice(known.name.length + 3).split('.')), below[0].type, [])
      : line(field('item'), 'is', [text('')]);
    const choice = (label: string, block: Block): FieldChoice => ({ group: 'Lists of the event', label, about: known.about, block });
    return [
      choice(`any of ${humanized(path)}`, { kind: 'items', guards, quantifier: 'any', list, variable: 'item', test }),
      choice(
        `number of ${humanized(path)}`,
        line({ kind: 'call', name: 'size', on: null, args: [list] }, 'at_least', [number('1')], guards),
      ),
      ...sumsOf(list, below, known.name.length + 3).map(([label, sum]) =>
        choice(`sum of ${label} of ${humanized(path)}`, line(sum, 'at_least', [number('1')])),
      ),
    ];
  });
}

const QUANTITY = /^(?:qty|quantity|count|units)$/i;

function sumsOf(list: FieldTerm, below: readonly KnownName[], prefix: number): [string, BlockTerm][] {
  const numbers = below.filter(({ type }) => type === 'number').map(({ name }) => name.slice(prefix).split('.'));
  const quantity = numbers.find((path) => path.length === 1 && QUANTITY.test(path[0] ?? ''));
  const sum = (gives: BlockTerm): BlockTerm => ({
    kind: 'call',
    name: 'sum',
    on: { kind: 'each', list, variable: 'item', where: null, gives },
    args: [],
  });
  return numbers.flatMap((path): [string, BlockTerm][] => {
    const one = field('item', ...path);
    const times: [string, BlockTerm][] =
      quantity === undefined || path === quantity
        ? []
        : [
            [
              `${humanized(path)} × ${humanized(quantity)}`,
              sum({ kind: 'arithmetic', operator: '*', left: one, right: field('item', ...quantity) }),
            ],
          ];
    return [[humanized(path), sum(one)], ...times];
  });
}

/** The names, and what is typed if it can be one that nothing has set yet. */
const withTyped = (names: readonly KnownName[], typed: string): readonly KnownName[] =>
  /^[\w-]{1,64}$/.test(typed) && names.every(({ name }) => name !== typed) ? [...names, { name: typed, about: 'not set yet' }] : names;

function timeChoices({ attributes }: ProgramVocabulary, hasParticipant: boolean, typed: string): FieldChoice[] {
  const choice = (label: string, about: string, block: Block): FieldChoice => ({ group: 'Time', label, about, block });
  return [
    choice('day of the week', 'in the program’s time zone', line(timePart('getDayOfWeek'), 'one_of', [number('6'), number('0')])),
    choice('time of day', 'in the program’s time zone', line(timePart('getHours'), 'at_least', [number('18')])),
    choice('date', 'in the program’s time zone', line({ kind: 'call', name: 'date', on: null, args: [NOW, ZONE] }, 'at_least', [text('')])),
    choice('month', 'in the program’s time zone', line(timePart('getMonth'), 'is', [number('11')])),
    choice('day of the month', 'in the program’s time zone', line(timePart('getDate'), 'is', [number('1')])),
    ...(hasParticipant ? withTyped(attributes, typed) : []).map(({ name }) =>
      choice(
        `anniversary of ${name}`,
        'such as a birthday',
        line(field('participant', 'attributes', name), 'anniversary', [NOW, ZONE], PLAIN_NAME.test(name) ? [2] : []),
      ),
    ),
  ];
}

const DAYS_AT_FIRST = 30;

const WHO = { participant: 'Participant', recipient: 'Recipient', program: 'Program' } as const;

function stateChoices(known: ProgramVocabulary, who: keyof typeof WHO, typed: string): FieldChoice[] {
  const choice = (label: string, about: string, block: Block): FieldChoice => ({ group: WHO[who], label, about, block });
  const guards = (name: string): readonly number[] => (PLAIN_NAME.test(name) ? [2] : []);
  const counters = withTyped(known.counters, typed).flatMap(({ name, about }) => {
    const counter = field(who, 'counters', name);
    const next: BlockTerm = { kind: 'arithmetic', operator: '+', left: counter, right: number('1') };
    const every = (count: BlockTerm): LineBlock =>
      line({ kind: 'arithmetic', operator: '%', left: count, right: number('3') }, 'is', [number('0')]);
    return [
      choice(`counter ${name}`, about, line(counter, 'at_least', [number('1')])),
      choice(`every so many times by the counter ${name}, which an earlier rule counts`, about, every(counter)),
      choice(`every so many times by the counter ${name}, which a later rule counts`, about, every(next)),
    ];
  });
  const balances =
    who === 'program'
      ? []
      : known.assets.flatMap(({ name }) =>
          (['available', 'held', 'deferred'] as const).map((bucket) =>
            choice(`${bucket} ${name}`, 'balance', line(field(who, 'balances', name, bucket), 'at_least', [number('1')])),
          ),
        );
  return [
    ...(who === 'program'
      ? []
      : [choice('time since enrollment', 'in days', timeSinceLine({ of: field(who, 'enrolled_at'), days: DAYS_AT_FIRST }))]),
    choice('tags', 'has a tag', line(field(who, 'tags'), 'includes', [text('')])),
    ...counters,
    ...withTyped(known.attributes, typed).map(({ name, about }) =>
      choice(`attribute ${name}`, about, line(field(who, 'attributes', name), 'is', [text('')], guards(name))),
    ),
    ...known.tiers.map(({ name }) =>
      choice(`level in the tier ${name}`, 'tier', line(field(who, 'tiers', name, 'level'), 'is', [text('')], guards(name))),
    ),
    ...balances,
    ...(who === 'program' ? [] : [choice('external id', 'text', line(field(who, 'external_id'), 'is', [text('')]))]),
  ];
}

function groupChoices(): FieldChoice[] {
  const choice = (label: string, test: Block): FieldChoice => ({
    group: 'Groups of the participant',
    label,
    about: '',
    block: { kind: 'items', guards: [], quantifier: 'any', list: field('groups'), variable: 'group', test },
  });
  return [
    choice('any group with a name', line(field('group', 'name'), 'is', [text('')])),
    choice('any group in a role', line(field('group', 'role'), 'is', [text('')])),
    choice('any group with a tag', line(field('group', 'tags'), 'includes', [text('')])),
  ];
}

function codeChoices(): FieldChoice[] {
  const choice = (label: string, member: 'batch' | 'code'): FieldChoice => ({
    group: 'Codes of the event',
    label,
    about: '',
    block: {
      kind: 'items',
      guards: [],
      quantifier: 'any',
      list: field('codes'),
      variable: 'code',
      test: line(field('code', member), 'is', [text('')]),
    },
  });
  return [choice('any code of a batch', 'batch'), choice('any code with a text', 'code')];
}

/** The choices that fit what was typed, those that begin with it first. */
export function matching(choices: readonly FieldChoice[], typed: string): FieldChoice[] {
  const sought = humanized([
    typed
      .trim()
      .replace(/^event\./, '')
      .replace(/\./g, ' '),
  ]);
  const words = sought.split(/\s+/).filter(Boolean);
  const found = choices.filter(({ label, group }) => words.every((word) => `${label} ${group}`.toLowerCase().includes(word)));
  return found.sort((one, other) => Number(other.label.startsWith(sought)) - Number(one.label.startsWith(sought)));
}

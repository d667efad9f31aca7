/** What expressions can call and read, each with an example and what the engine gives for it over the event and state of the page. */
import { callableNames } from '@/domain/rules/cel/functions';

export interface CelEntry {
  /** The function or operator. */
  readonly name: string;
  readonly about: string;
  readonly example: string;
  /** As JSON. */
  readonly gives: string;
}

export interface CelGroup {
  readonly title: string;
  readonly entries: readonly CelEntry[];
}

const is = (name: string, about: string, example: string, gives: string): CelEntry => ({ name, about, example, gives });

export const CEL_OPERATORS: readonly CelGroup[] = [
  {
    title: 'Operators',
    entries: [
      is(
        '==',
        'Equal; numbers by value across kinds, lists and maps by what is in them, different kinds never.',
        'event.amount == 24.5',
        'true',
      ),
      is('!=', 'Not equal.', 'event.currency != "EUR"', 'false'),
      is('<', 'Less; numbers, texts, times.', 'event.quantity < 4', 'true'),
      is('<=', 'Less or equal.', 'event.quantity <= 3', 'true'),
      is('>', 'Greater.', 'event.amount > 20', 'true'),
      is('>=', 'Greater or equal.', 'event.amount >= 24.5', 'true'),
      is(
        '&&',
        'Both. False as soon as one is false, even if the other cannot be evaluated.',
        'event.amount > 20 && event.quantity == 3',
        'true',
      ),
      is(
        '||',
        'Either. True as soon as one is true, even if the other cannot be evaluated.',
        'event.quantity == 1 || event.amount > 20',
        'true',
      ),
      is('!', 'Not.', '!("vip" in participant.tags)', 'false'),
      is('? :', 'One of two values.', 'event.amount > 20 ? "large" : "small"', '"large"'),
      is('+', 'Sum; also joins texts, lists, and adds a duration to a time.', 'event.quantity + 1', '4'),
      is('-', 'Difference; of two times a duration. Before a value: its negative.', 'event.quantity - 5', '-2'),
      is('*', 'Product.', 'event.quantity * 2', '6'),
      is('/', 'Quotient. Of two whole numbers cut off in conditions, exact in templates.', '7 / 2', '3'),
      is('%', 'Remainder of whole numbers.', 'event.quantity % 2', '1'),
      is('in', 'Whether a list has the element, or a map the key.', '"vip" in participant.tags', 'true'),
      is('[ ]', 'An element by its position, from 0, or a value by its key.', 'event.items[0].sku', '"beans"'),
      is('.', 'A field. One that is not there makes the rule ERROR: ask `has` first.', 'participant.tiers.status.level', '"gold"'),
    ],
  },
];

/** What the parser turns into loops and tests: no functions of the engine. */
const MACROS: CelGroup = {
  title: 'Presence and loops',
  entries: [
    is('has', 'Whether a field is there; `null` counts as there.', 'has(event.coupon)', 'false'),
    is('exists', 'Whether it holds for any element.', 'event.items.exists(item, item.sku == "mug")', 'true'),
    is('all', 'Whether it holds for every element.', 'event.items.all(item, item.qty > 0)', 'true'),
    is('exists_one', 'Whether it holds for exactly one element.', 'event.items.exists_one(item, item.qty == 2)', 'true'),
    is('filter', 'The elements for which it holds.', 'event.items.filter(item, item.qty > 1).size()', '1'),
    is(
      'map',
      'What each element gives; with a test in the middle, only of those that pass.',
      'event.items.map(item, item.sku)',
      '["beans","mug"]',
    ),
  ],
};

const FUNCTIONS: readonly CelGroup[] = [
  {
    title: 'Conversions',
    entries: [
      is('decimal', 'The exact number that a text says.', 'decimal(event.items[0].price) > 12', 'true'),
      is('int', 'A whole number: of a text, or a number cut off.', 'int("42")', '42'),
      is('uint', 'A whole number that is not negative.', 'uint("42") == 42u', 'true'),
      is('double', 'A floating number.', 'double("1.5")', '1.5'),
      is('string', 'A text.', 'string(event.quantity)', '"3"'),
      is('bool', 'True or false out of a text.', 'bool("true")', 'true'),
      is('bytes', 'The bytes of a text in UTF-8.', 'bytes("ab").size()', '2'),
      is('type', 'The kind of a value.', 'type(event.items) == list', 'true'),
      is('dyn', 'The value as it is; for expressions that come from elsewhere.', 'dyn(event.quantity)', '3'),
      is('timestamp', 'A time out of RFC 3339, or of seconds since 1970.', 'timestamp(event.placed_at) < now', 'true'),
      is('duration', 'A length of time: `h`, `m`, `s`, `ms`.', 'now - timestamp(event.placed_at) < duration("1h")', 'true'),
    ],
  },
  {
    title: 'Texts, lists and maps',
    entries: [
      is('size', 'Characters of a text, elements of a list, entries of a map.', 'size(event.items)', '2'),
      is('contains', 'Whether a text holds another.', 'event.email.contains("@")', 'true'),
      is('startsWith', 'Whether a text begins so.', 'event.currency.startsWith("E")', 'true'),
      is('endsWith', 'Whether a text ends so.', 'event.email.endsWith("@example.com")', 'true'),
      is('matches', 'Whether a regular expression (RE2) fits somewhere.', 'event.email.matches("^[a-z]+@")', 'true'),
      is('charAt', 'The character at a position.', 'event.currency.charAt(0)', '"E"'),
      is('indexOf', 'Where a text is found first, from 0, or -1; the second argument says from where.', 'event.email.indexOf("@")', '3'),
      is('lastIndexOf', 'Where it is found last.', '"a-b-c".lastIndexOf("-")', '3'),
      is('lowerAscii', 'With small letters A to Z.', 'event.currency.lowerAscii()', '"eur"'),
      is('upperAscii', 'With capital letters A to Z.', '"vip".upperAscii()', '"VIP"'),
      is('replace', 'With a text in place of another; the third argument says how often.', '"a-b-c".replace("-", "+")', '"a+b+c"'),
      is('split', 'The parts between a separator; the second argument says at most how many.', '"a,b,c".split(",")', '["a","b","c"]'),
      is('join', 'A list of texts as one.', '["a", "b"].join("-")', '"a-b"'),
      is('substring', 'From a position, to before another.', 'event.email.substring(4)', '"example.com"'),
      is('trim', 'Without spaces around it.', '" ada ".trim()', '"ada"'),
      is('format', 'A text with values in it: `%s`, `%d`, `%.2f`.', '"%s x %d".format(["mug", 2])', '"mug x 2"'),
      is('strings.quote', 'A text in quotes, safe to print.', 'strings.quote("a")', '"\\"a\\""'),
    ],
  },
  {
    title: 'Parts of a time',
    entries: [
      is('getFullYear', 'The year, in UTC or in the zone that is named.', 'now.getFullYear()', '2026'),
      is('getMonth', 'The month from 0: January is 0.', 'now.getMonth()', '2'),
      is('getDate', 'The day of the month, from 1.', 'now.getDate()', '1'),
      is('getDayOfMonth', 'The day of the month, from 0.', 'now.getDayOfMonth()', '0'),
      is('getDayOfWeek', 'The weekday: Sunday is 0.', 'now.getDayOfWeek()', '0'),
      is('getDayOfYear', 'The day of the year, from 0.', 'now.getDayOfYear()', '59'),
      is('getHours', 'The hour; of a duration all its hours.', 'now.getHours("Europe/Berlin")', '10'),
      is('getMinutes', 'The minute; of a duration all its minutes.', 'now.getMinutes()', '0'),
      is('getSeconds', 'The second; of a duration all its seconds.', 'duration("90s").getSeconds()', '90'),
      is('getMilliseconds', 'The milliseconds within the second.', 'now.getMilliseconds()', '0'),
    ],
  },
  {
    title: 'Numbers',
    entries: [
      is('math.greatest', 'The largest of the arguments or of a list.', 'math.greatest(event.quantity, 10)', '10'),
      is('math.least', 'The smallest of the arguments or of a list.', 'math.least(event.quantity, 10)', '3'),
      is('math.ceil', 'Up to a whole number.', 'math.ceil(event.amount)', '25'),
      is('math.floor', 'Down to a whole number.', 'math.floor(event.amount)', '24'),
      is('math.round', 'To the nearest whole number; halves away from zero.', 'math.round(event.amount)', '25'),
      is('math.trunc', 'Without what follows the point.', 'math.trunc(-1.5)', '-1'),
      is('math.abs', 'Without its sign.', 'math.abs(-3)', '3'),
      is('math.sign', '-1, 0 or 1.', 'math.sign(-3)', '-1'),
      is('math.sqrt', 'The square root.', 'math.sqrt(9)', '3'),
      is('math.isNaN', 'Whether a double is not a number.', 'math.isNaN(0.0)', 'false'),
      is('math.isInf', 'Whether a double is infinite.', 'math.isInf(1.5)', 'false'),
      is('math.isFinite', 'Whether it is neither.', 'math.isFinite(1.5)', 'true'),
      is('math.bitAnd', 'Bits that both have.', 'math.bitAnd(6, 3)', '2'),
      is('math.bitOr', 'Bits that either has.', 'math.bitOr(6, 3)', '7'),
      is('math.bitXor', 'Bits that one of them has.', 'math.bitXor(6, 3)', '5'),
      is('math.bitNot', 'All bits turned.', 'math.bitNot(0)', '-1'),
      is('math.bitShiftLeft', 'Bits moved up.', 'math.bitShiftLeft(1, 4)', '16'),
      is('math.bitShiftRight', 'Bits moved down.', 'math.bitShiftRight(16, 4)', '1'),
    ],
  },
];

/** @throws Error when the engine has a function that is not described, or lacks one that is. */
export function celFunctions(): readonly CelGroup[] {
  const described = new Set(FUNCTIONS.flatMap(({ entries }) => entries.map(({ name }) => name)));
  const apart = [...callableNames()]
    .filter((name) => !described.has(name))
    .concat([...described].filter((name) => !callableNames().has(name)));
  if (apart.length > 0) throw new Error(`the reference and the engine differ in ${apart.join(', ')}`);
  return [MACROS, ...FUNCTIONS];
}

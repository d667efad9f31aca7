/** Documents what CEL expressions can call, each with an example and the engine's result for the event and state shown on the page. */
import { callableNames } from '@/domain/rules/cel/functions';

export interface CelEntry {
  /** The function or operator. */
  readonly name: string;
  readonly about: string;
  readonly example: string;
  /** The result, as JSON. */
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
        'Equal. Numbers compare by value whatever their type, lists and maps by their contents; values of different types are never equal.',
        'event.amount == 24.5',
        'true',
      ),
      is('!=', 'Not equal.', 'event.currency != "EUR"', 'false'),
      is('<', 'Less than, for numbers, texts and times.', 'event.quantity < 4', 'true'),
      is('<=', 'Less than or equal.', 'event.quantity <= 3', 'true'),
      is('>', 'Greater than.', 'event.amount > 20', 'true'),
      is('>=', 'Greater than or equal.', 'event.amount >= 24.5', 'true'),
      is(
        '&&',
        'And. False if either side is false, even if the other cannot be evaluated.',
        'event.amount > 20 && event.quantity == 3',
        'true',
      ),
      is(
        '||',
        'Or. True if either side is true, even if the other cannot be evaluated.',
        'event.quantity == 1 || event.amount > 20',
        'true',
      ),
      is('!', 'Not.', '!("vip" in participant.tags)', 'false'),
      is('? :', 'The first value if the condition is true, otherwise the second.', 'event.amount > 20 ? "large" : "small"', '"large"'),
      is('+', 'Sum. Also joins texts and lists, and adds a duration to a time.', 'event.quantity + 1', '4'),
      is('-', 'Difference; between two times it is a duration. Before a value: its negative.', 'event.quantity - 5', '-2'),
      is('*', 'Product.', 'event.quantity * 2', '6'),
      is(
        '/',
        'Quotient. Between two ints it is truncated in conditions; with a decimal it is exact, as always in templates.',
        '7 / 2',
        '3',
      ),
      is('%', 'Remainder of ints or decimals, with the sign of the first.', 'event.quantity % 2', '1'),
      is('in', 'Whether a list contains the element, or a map the key.', '"vip" in participant.tags', 'true'),
      is('[ ]', 'An element by its position, from 0, or a value by its key.', 'event.items[0].sku', '"beans"'),
      is('.', 'A field. A missing field makes the rule ERROR: check with `has` first.', 'participant.tiers.status.level', '"gold"'),
    ],
  },
];

/** Expanded by the parser into loops and tests, so they are not functions of the engine. */
const MACROS: CelGroup = {
  title: 'Presence and loops',
  entries: [
    is('has', 'Whether a field is present; `null` counts as present.', 'has(event.coupon)', 'false'),
    is('exists', 'Whether the test holds for any element.', 'event.items.exists(item, item.sku == "mug")', 'true'),
    is('all', 'Whether the test holds for every element.', 'event.items.all(item, item.qty > 0)', 'true'),
    is('exists_one', 'Whether the test holds for exactly one element.', 'event.items.exists_one(item, item.qty == 2)', 'true'),
    is('filter', 'The elements for which the test holds.', 'event.items.filter(item, item.qty > 1).size()', '1'),
    is(
      'map',
      'The result for each element; with a test as the second argument, only for elements that pass it.',
      'event.items.map(item, item.sku)',
      '["beans","mug"]',
    ),
  ],
};

const FUNCTIONS: readonly CelGroup[] = [
  {
    title: 'Conversions',
    entries: [
      is('decimal', 'An exact decimal, from a text or any number.', 'decimal(event.items[0].price) > 12', 'true'),
      is('int', 'A whole number, parsed from a text or truncated from a number.', 'int("42")', '42'),
      is('uint', 'A non-negative whole number.', 'uint("42") == 42u', 'true'),
      is('double', 'A floating-point number: the nearest one to a decimal.', 'double("1.5")', '1.5'),
      is('string', 'A value as text.', 'string(event.quantity)', '"3"'),
      is('bool', 'True or false, parsed from a text.', 'bool("true")', 'true'),
      is('bytes', 'The bytes of a text in UTF-8.', 'bytes("ab").size()', '2'),
      is('type', 'The type of a value.', 'type(event.items) == list', 'true'),
      is('dyn', 'The value unchanged; for expressions written for other CEL engines.', 'dyn(event.quantity)', '3'),
      is('timestamp', 'A time, from RFC 3339 text or from seconds since 1970.', 'timestamp(event.placed_at) < now', 'true'),
      is('duration', 'A length of time, in `h`, `m`, `s` or `ms`.', 'now - timestamp(event.placed_at) < duration("1h")', 'true'),
    ],
  },
  {
    title: 'Texts, lists and maps',
    entries: [
      is('size', 'The number of characters in a text, elements in a list or entries in a map.', 'size(event.items)', '2'),
      is('sum', 'The sum of a list of numbers; 0 for an empty list.', 'event.items.map(item, item.qty).sum()', '3'),
      is('min', 'The smallest number in a list; an error for an empty list.', 'event.items.map(item, item.qty).min()', '1'),
      is('max', 'The largest number in a list; an error for an empty list.', 'event.items.map(item, item.qty).max()', '2'),
      is('contains', 'Whether a text contains another.', 'event.email.contains("@")', 'true'),
      is('startsWith', 'Whether a text starts with another.', 'event.currency.startsWith("E")', 'true'),
      is('endsWith', 'Whether a text ends with another.', 'event.email.endsWith("@example.com")', 'true'),
      is('matches', 'Whether a regular expression (RE2) matches anywhere in a text.', 'event.email.matches("^[a-z]+@")', 'true'),
      is('charAt', 'The character at a position.', 'event.currency.charAt(0)', '"E"'),
      is('indexOf', 'The first position of a text, from 0, or -1; the second argument is where to start.', 'event.email.indexOf("@")', '3'),
      is('lastIndexOf', 'The last position of a text, or -1.', '"a-b-c".lastIndexOf("-")', '3'),
      is('lowerAscii', 'The text with A to Z in lower case.', 'event.currency.lowerAscii()', '"eur"'),
      is('upperAscii', 'The text with a to z in upper case.', '"vip".upperAscii()', '"VIP"'),
      is(
        'replace',
        'The text with one part replaced by another; the third argument limits how often.',
        '"a-b-c".replace("-", "+")',
        '"a+b+c"',
      ),
      is('split', 'The parts between separators; the second argument limits how many.', '"a,b,c".split(",")', '["a","b","c"]'),
      is('join', 'A list of texts joined into one.', '["a", "b"].join("-")', '"a-b"'),
      is('substring', 'The part from one position up to, but not including, another.', 'event.email.substring(4)', '"example.com"'),
      is('trim', 'The text without surrounding whitespace.', '" ada ".trim()', '"ada"'),
      is('format', 'A text with values inserted: `%s`, `%d`, `%.2f`.', '"%s x %d".format(["mug", 2])', '"mug x 2"'),
      is('strings.quote', 'A text in quotes, with special characters escaped.', 'strings.quote("a")', '"\\"a\\""'),
    ],
  },
  {
    title: 'Parts of a time',
    entries: [
      is('getFullYear', 'The year, in UTC or in a given time zone.', 'now.getFullYear()', '2026'),
      is('getMonth', 'The month from 0: January is 0.', 'now.getMonth()', '2'),
      is('getDate', 'The day of the month, from 1.', 'now.getDate()', '1'),
      is('getDayOfMonth', 'The day of the month, from 0.', 'now.getDayOfMonth()', '0'),
      is('getDayOfWeek', 'The weekday: Sunday is 0.', 'now.getDayOfWeek()', '0'),
      is('getDayOfYear', 'The day of the year, from 0.', 'now.getDayOfYear()', '59'),
      is('getHours', 'The hour; for a duration, its total hours.', 'now.getHours("Europe/Berlin")', '10'),
      is('getMinutes', 'The minute; for a duration, its total minutes.', 'now.getMinutes()', '0'),
      is('getSeconds', 'The second; for a duration, its total seconds.', 'duration("90s").getSeconds()', '90'),
      is('getMilliseconds', 'The milliseconds within the second.', 'now.getMilliseconds()', '0'),
    ],
  },
  {
    title: 'Numbers',
    entries: [
      is('math.greatest', 'The largest of the arguments or of a list.', 'math.greatest(event.quantity, 10)', '10'),
      is('math.least', 'The smallest of the arguments or of a list.', 'math.least(event.quantity, 10)', '3'),
      is('math.ceil', 'Rounds up to a whole number.', 'math.ceil(event.amount)', '25'),
      is('math.floor', 'Rounds down to a whole number.', 'math.floor(event.amount)', '24'),
      is('math.round', 'Rounds to the nearest whole number; halves away from zero.', 'math.round(event.amount)', '25'),
      is('math.trunc', 'Truncates to a whole number.', 'math.trunc(-1.5)', '-1'),
      is('math.abs', 'The absolute value.', 'math.abs(-3)', '3'),
      is('math.sign', 'The sign: -1, 0 or 1.', 'math.sign(-3)', '-1'),
      is('math.sqrt', 'The square root.', 'math.sqrt(9)', '3'),
      is('math.isNaN', 'Whether a double is not a number.', 'math.isNaN(0.0)', 'false'),
      is('math.isInf', 'Whether a double is infinite.', 'math.isInf(1.5)', 'false'),
      is('math.isFinite', 'Whether a double is neither infinite nor not a number.', 'math.isFinite(1.5)', 'true'),
      is('math.bitAnd', 'Bitwise AND.', 'math.bitAnd(6, 3)', '2'),
      is('math.bitOr', 'Bitwise OR.', 'math.bitOr(6, 3)', '7'),
      is('math.bitXor', 'Bitwise XOR.', 'math.bitXor(6, 3)', '5'),
      is('math.bitNot', 'Bitwise NOT.', 'math.bitNot(0)', '-1'),
      is('math.bitShiftLeft', 'Shifts bits left.', 'math.bitShiftLeft(1, 4)', '16'),
      is('math.bitShiftRight', 'Shifts bits right.', 'math.bitShiftRight(16, 4)', '1'),
    ],
  },
];

/** @throws Error when the engine has a function that is not documented, or lacks one that is. */
export function celFunctions(): readonly CelGroup[] {
  const described = new Set(FUNCTIONS.flatMap(({ entries }) => entries.map(({ name }) => name)));
  const apart = [...callableNames()]
    .filter((name) => !described.has(name))
    .concat([...described].filter((name) => !callableNames().has(name)));
  if (apart.length > 0) throw new Error(`the reference and the engine differ in ${apart.join(', ')}`);
  return [MACROS, ...FUNCTIONS];
}

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

/** One line of a table, which a test evaluates. */
export const celEntry = (name: string, about: string, example: string, gives: string): CelEntry => ({ name, about, example, gives });

export const CEL_OPERATORS: readonly CelGroup[] = [
  {
    title: 'Operators',
    entries: [
      celEntry(
        '==',
        'Equal. Numbers compare by value whatever their type, lists and maps by their contents; values of different types are never equal.',
        'event.amount == 24.5',
        'true',
      ),
      celEntry('!=', 'Not equal.', 'event.currency != "EUR"', 'false'),
      celEntry('<', 'Less than, for numbers, texts and times.', 'event.quantity < 4', 'true'),
      celEntry('<=', 'Less than or equal.', 'event.quantity <= 3', 'true'),
      celEntry('>', 'Greater than.', 'event.amount > 20', 'true'),
      celEntry('>=', 'Greater than or equal.', 'event.amount >= 24.5', 'true'),
      celEntry(
        '&&',
        'And. False if either side is false, even if the other cannot be evaluated.',
        'event.amount > 20 && event.quantity == 3',
        'true',
      ),
      celEntry(
        '||',
        'Or. True if either side is true, even if the other cannot be evaluated.',
        'event.quantity == 1 || event.amount > 20',
        'true',
      ),
      celEntry('!', 'Not.', '!("vip" in participant.tags)', 'false'),
      celEntry(
        '? :',
        'The first value if the condition is true, otherwise the second.',
        'event.amount > 20 ? "large" : "small"',
        '"large"',
      ),
      celEntry('+', 'Sum. Also joins texts and lists, and adds a duration to a time.', 'event.quantity + 1', '4'),
      celEntry('-', 'Difference; between two times it is a duration. Before a value: its negative.', 'event.quantity - 5', '-2'),
      celEntry('*', 'Product.', 'event.quantity * 2', '6'),
      celEntry(
        '/',
        'Quotient. Between two ints it is truncated in conditions; with a decimal it is exact, as always in templates.',
        '7 / 2',
        '3',
      ),
      celEntry('%', 'Remainder of ints or decimals, with the sign of the first.', 'event.quantity % 2', '1'),
      celEntry('in', 'Whether a list contains the element, or a map the key.', '"vip" in participant.tags', 'true'),
      celEntry('[ ]', 'An element by its position, from 0, or a value by its key.', 'event.items[0].sku', '"beans"'),
      celEntry('.', 'A field. A missing field makes the rule ERROR: check with `has` first.', 'participant.tiers.status.level', '"gold"'),
    ],
  },
];

/** Expanded by the parser into loops and tests, so they are not functions of the engine. */
const MACROS: CelGroup = {
  title: 'Presence and loops',
  entries: [
    celEntry('has', 'Whether a field is present; `null` counts as present.', 'has(event.coupon)', 'false'),
    celEntry('exists', 'Whether the test holds for any element.', 'event.items.exists(item, item.sku == "mug")', 'true'),
    celEntry('all', 'Whether the test holds for every element.', 'event.items.all(item, item.qty > 0)', 'true'),
    celEntry('exists_one', 'Whether the test holds for exactly one element.', 'event.items.exists_one(item, item.qty == 2)', 'true'),
    celEntry('filter', 'The elements for which the test holds.', 'event.items.filter(item, item.qty > 1).size()', '1'),
    celEntry(
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
      celEntry('decimal', 'An exact decimal, from a text or any number.', 'decimal(event.items[0].price) > 12', 'true'),
      celEntry('int', 'A whole number, parsed from a text or truncated from a number.', 'int("42")', '42'),
      celEntry('uint', 'A non-negative whole number.', 'uint("42") == 42u', 'true'),
      celEntry('double', 'A floating-point number: the nearest one to a decimal.', 'double("1.5")', '1.5'),
      celEntry('string', 'A value as text.', 'string(event.quantity)', '"3"'),
      celEntry('bool', 'True or false, parsed from a text.', 'bool("true")', 'true'),
      celEntry('bytes', 'The bytes of a text in UTF-8.', 'bytes("ab").size()', '2'),
      celEntry('type', 'The type of a value.', 'type(event.items) == list', 'true'),
      celEntry('dyn', 'The value unchanged; for expressions written for other CEL engines.', 'dyn(event.quantity)', '3'),
      celEntry('timestamp', 'A time, from RFC 3339 text or from seconds since 1970.', 'timestamp(event.placed_at) < now', 'true'),
      celEntry('duration', 'A length of time, in `h`, `m`, `s` or `ms`.', 'now - timestamp(event.placed_at) < duration("1h")', 'true'),
    ],
  },
  {
    title: 'Texts, lists and maps',
    entries: [
      celEntry('size', 'The number of characters in a text, elements in a list or entries in a map.', 'size(event.items)', '2'),
      celEntry('sum', 'The sum of a list of numbers; 0 for an empty list.', 'event.items.map(item, item.qty).sum()', '3'),
      celEntry('min', 'The smallest number in a list; an error for an empty list.', 'event.items.map(item, item.qty).min()', '1'),
      celEntry('max', 'The largest number in a list; an error for an empty list.', 'event.items.map(item, item.qty).max()', '2'),
      celEntry('contains', 'Whether a text contains another.', 'event.email.contains("@")', 'true'),
      celEntry('startsWith', 'Whether a text starts with another.', 'event.currency.startsWith("E")', 'true'),
      celEntry('endsWith', 'Whether a text ends with another.', 'event.email.endsWith("@example.com")', 'true'),
      celEntry('matches', 'Whether a regular expression (RE2) matches anywhere in a text.', 'event.email.matches("^[a-z]+@")', 'true'),
      celEntry('charAt', 'The character at a position.', 'event.currency.charAt(0)', '"E"'),
      celEntry(
        'indexOf',
        'The first position of a text, from 0, or -1; the second argument is where to start.',
        'event.email.indexOf("@")',
        '3',
      ),
      celEntry('lastIndexOf', 'The last position of a text, or -1.', '"a-b-c".lastIndexOf("-")', '3'),
      celEntry('lowerAscii', 'The text with A to Z in lower case.', 'event.currency.lowerAscii()', '"eur"'),
      celEntry('upperAscii', 'The text with a to z in upper case.', '"vip".upperAscii()', '"VIP"'),
      celEntry(
        'replace',
        'The text with one part replaced by another; the third argument limits how often.',
        '"a-b-c".replace("-", "+")',
        '"a+b+c"',
      ),
      celEntry('split', 'The parts between separators; the second argument limits how many.', '"a,b,c".split(",")', '["a","b","c"]'),
      celEntry('join', 'A list of texts joined into one.', '["a", "b"].join("-")', '"a-b"'),
      celEntry('substring', 'The part from one position up to, but not including, another.', 'event.email.substring(4)', '"example.com"'),
      celEntry('trim', 'The text without surrounding whitespace.', '" ada ".trim()', '"ada"'),
      celEntry('format', 'A text with values inserted: `%s`, `%d`, `%.2f`.', '"%s x %d".format(["mug", 2])', '"mug x 2"'),
      celEntry('strings.quote', 'A text in quotes, with special characters escaped.', 'strings.quote("a")', '"\\"a\\""'),
    ],
  },
  {
    title: 'Parts of a time',
    entries: [
      celEntry('date', 'The day that a calendar in a time zone shows.', 'date(now, program.timezone)', '"2026-03-01"'),
      celEntry(
        'isAnniversary',
        'Whether a day comes round in a later year, in a time zone. The day is a text such as `1990-02-28`, or `02-28` of any year, or a time; a 29 February comes round on the 28th in common years.',
        'isAnniversary("1990-03-01", now, program.timezone)',
        'true',
      ),
      celEntry('getFullYear', 'The year, in UTC or in a given time zone.', 'now.getFullYear()', '2026'),
      celEntry('getMonth', 'The month from 0: January is 0.', 'now.getMonth()', '2'),
      celEntry('getDate', 'The day of the month, from 1.', 'now.getDate()', '1'),
      celEntry('getDayOfMonth', 'The day of the month, from 0.', 'now.getDayOfMonth()', '0'),
      celEntry('getDayOfWeek', 'The weekday: Sunday is 0.', 'now.getDayOfWeek()', '0'),
      celEntry('getDayOfYear', 'The day of the year, from 0.', 'now.getDayOfYear()', '59'),
      celEntry('getHours', 'The hour; for a duration, its total hours.', 'now.getHours("Europe/Berlin")', '10'),
      celEntry('getMinutes', 'The minute; for a duration, its total minutes.', 'now.getMinutes()', '0'),
      celEntry('getSeconds', 'The second; for a duration, its total seconds.', 'duration("90s").getSeconds()', '90'),
      celEntry('getMilliseconds', 'The milliseconds within the second.', 'now.getMilliseconds()', '0'),
    ],
  },
  {
    title: 'Numbers',
    entries: [
      celEntry('math.greatest', 'The largest of the arguments or of a list.', 'math.greatest(event.quantity, 10)', '10'),
      celEntry('math.least', 'The smallest of the arguments or of a list.', 'math.least(event.quantity, 10)', '3'),
      celEntry('math.ceil', 'Rounds up to a whole number, or to a number of decimal places.', 'math.ceil(event.amount)', '25'),
      celEntry('math.floor', 'Rounds down to a whole number, or to a number of decimal places.', 'math.floor(event.amount)', '24'),
      celEntry(
        'math.round',
        'Rounds to the nearest whole number, or to a number of decimal places from 0 to 18; halves away from zero.',
        'math.round(2.345, 2)',
        '2.35',
      ),
      celEntry('math.trunc', 'Truncates to a whole number, or to a number of decimal places.', 'math.trunc(-1.55, 1)', '-1.5'),
      celEntry('math.abs', 'The absolute value.', 'math.abs(-3)', '3'),
      celEntry('math.sign', 'The sign: -1, 0 or 1.', 'math.sign(-3)', '-1'),
      celEntry('math.sqrt', 'The square root.', 'math.sqrt(9)', '3'),
      celEntry('math.isNaN', 'Whether a double is not a number.', 'math.isNaN(0.0)', 'false'),
      celEntry('math.isInf', 'Whether a double is infinite.', 'math.isInf(1.5)', 'false'),
      celEntry('math.isFinite', 'Whether a double is neither infinite nor not a number.', 'math.isFinite(1.5)', 'true'),
      celEntry('math.bitAnd', 'Bitwise AND.', 'math.bitAnd(6, 3)', '2'),
      celEntry('math.bitOr', 'Bitwise OR.', 'math.bitOr(6, 3)', '7'),
      celEntry('math.bitXor', 'Bitwise XOR.', 'math.bitXor(6, 3)', '5'),
      celEntry('math.bitNot', 'Bitwise NOT.', 'math.bitNot(0)', '-1'),
      celEntry('math.bitShiftLeft', 'Shifts bits left.', 'math.bitShiftLeft(1, 4)', '16'),
      celEntry('math.bitShiftRight', 'Shifts bits right.', 'math.bitShiftRight(16, 4)', '1'),
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

/** Documents what numbers become in conditions, each line with an example and the engine's result: the table of the numeric tower. */
import type { CelEntry } from './cel-reference';

const is = (name: string, about: string, example: string, gives: string): CelEntry => ({ name, about, example, gives });

/** By what is done with the numbers. A decimal result prints without trailing zeros. */
export const CEL_NUMBERS: readonly CelEntry[] = [
  is('Whole JSON number', 'An int. `3` and `3.0` are the same number in JSON.', 'type(event.quantity) == int', 'true'),
  is('Other JSON number', 'A decimal with exactly the digits that were sent.', 'type(event.amount) == decimal', 'true'),
  is(
    'Counter, balance',
    'A decimal, whole or not, of any size; also a counter that does not exist, which reads 0.',
    'type(participant.counters.none) == decimal',
    'true',
  ),
  is('Literal', '`5` is an int, `5u` a uint, `5.0` a double.', '[type(5), type(5u), type(5.0)]', '["int","uint","double"]'),
  is(
    '`+ - *`, same kind',
    'Ints, uints and doubles calculate as CEL says: an int overflows at 64 bits, a double rounds.',
    '0.1 + 0.2',
    '0.30000000000000004',
  ),
  is('`+ - *`, decimal with any', 'A decimal, exact.', 'decimal("0.1") + 0.2 == decimal("0.3")', 'true'),
  is(
    '`+ - *`, int with double',
    'A decimal, exact, so that the value of a JSON number never decides how a rule calculates.',
    'event.quantity * 0.1',
    '0.3',
  ),
  is('`+ - *`, uint with int or double', 'An error, as in CEL.', '1u + 1', 'error: There is no uint + int'),
  is(
    '`/`, int with int',
    'Truncated toward zero. Two whole JSON numbers are two ints: write `decimal(…)` for the exact quotient.',
    'event.quantity / 2',
    '1',
  ),
  is(
    '`/`, decimal with any, int with double',
    'A decimal with up to 160 digits; those beyond are cut off.',
    'decimal(event.quantity) / 2',
    '1.5',
  ),
  is('`%`', 'The remainder of ints, uints or decimals, with the sign of the first; exact.', 'decimal("10.5") % 3', '1.5'),
  is(
    '`%`, with a double',
    'An error, whatever the other number is: write `decimal("0.5")`.',
    'event.quantity % 0.5',
    'error: There is no int % double',
  ),
  is('`-x`', 'The negative, of the same kind; a uint has none.', '-event.amount', '-24.5'),
  is('`< <= > >=`, with a decimal', 'By value, exact for every size.', 'decimal("9007199254740993") > 9007199254740992.0', 'true'),
  is('`< <= > >=`, int with double', 'As doubles, as in CEL: exact up to 2^53.', 'event.quantity < 3.5', 'true'),
  is(
    '`== !=`',
    'By exact value across all kinds. A double counts as the decimal that it prints as.',
    '[decimal("0.1") == 0.1, 1 == 1u, 1u == 1.0]',
    '[true,true,true]',
  ),
  is(
    'NaN, infinities',
    'Doubles only. They compare as CEL says; calculating with them and a decimal is an error.',
    'decimal("1") < double("inf")',
    'true',
  ),
  is('`in`, lists', 'By `==`.', '24.5 in [event.amount]', 'true'),
  is(
    '`in`, map keys, `m[k]`',
    'By value across kinds: a whole decimal finds an int key. A number that is not whole is no key.',
    '{1: "a"}[decimal("1.0")]',
    '"a"',
  ),
  is('`list[i]`', 'Any whole number.', '["a", "b"][decimal("1")]', '"b"'),
  is('`sum()`', 'As `+` from the first element to the last.', '[decimal("0.1"), 0.2, event.quantity].sum()', '3.3'),
  is(
    '`min()`, `max()`, `math.least`, `math.greatest`',
    'The element itself, by the order above.',
    '[2, decimal("1.5"), 1.75].min()',
    '1.5',
  ),
  is('`decimal(x)`', 'The decimal in a text, or of any number.', 'decimal(0.1) + decimal("0.2")', '0.3'),
  is('`int(x)`, `uint(x)` of a decimal', 'Truncated toward zero; an error beyond 64 bits.', 'int(decimal("-1.9"))', '-1'),
  is(
    '`double(x)` of a decimal',
    'The nearest double: the only way from a decimal to a number that is not exact.',
    'type(double(event.amount))',
    '"double"',
  ),
  is(
    '`string(x)` of a decimal',
    'All its digits, without an exponent.',
    'string(decimal("12345678901234567890.50"))',
    '"12345678901234567890.5"',
  ),
  is('`math.round`, `ceil`, `floor`, `trunc`, `abs`, `sign`', 'Of a decimal a decimal, exact.', 'math.round(decimal("2.5"))', '3'),
  is('`math.sqrt` of a decimal', 'A decimal with up to 160 digits; of an int or double a double.', 'math.sqrt(decimal("2.25"))', '1.5'),
  is('`math.bitAnd` and its like', 'Whole numbers within 64 bits; of decimals and ints an int.', 'math.bitAnd(decimal("6"), 3)', '2'),
  is('`format`', '`%s`, `%d`, `%f` and `%e` of a decimal write its own digits.', '"%.2f".format([decimal("2.345")])', '"2.34"'),
];

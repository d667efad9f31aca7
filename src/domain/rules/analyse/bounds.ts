/** Bounds what an amount can come to, from its template and from what the rule's condition says of the values in it. */
import { Amount, MAX_SCALE } from '@/domain/money';
import type { Call, Node } from '../cel/tree';
import { constantAmount, templateExpressions, type CompiledTemplate } from '../template';
import { canonicalText } from './canonical';
import { constantOf } from './constraint';
import type { Logic } from './logic';

/** Either end may be infinite. */
export interface Range {
  readonly low: Amount;
  readonly high: Amount;
}

const INFINITE = new Amount(Infinity);
const ANY: Range = { low: INFINITE.negated(), high: INFINITE };
const exactly = (value: Amount): Range => ({ low: value, high: value });

/** The greatest value that the template can have; null when there is no limit. */
export function upperBound(template: CompiledTemplate, logic: Logic): Amount | null {
  const { high } = rangeOf(template, logic);
  return high.isFinite() ? high : null;
}

/** The values that the template can have. */
export function rangeOf(template: CompiledTemplate, logic: Logic): Range {
  const constant = constantAmount(template);
  if (constant !== undefined) return exactly(constant);
  const [expression] = templateExpressions(template);
  return expression === undefined ? ANY : new Bounds(logic).of(expression.syntax.root);
}

class Bounds {
  constructor(private readonly logic: Logic) {}

  of(node: Node): Range {
    const value = constantOf(node);
    if (value instanceof Amount) return exactly(value);
    const stated = this.logic.rangeOf(canonicalText(node));
    const computed = node.exprKind.case === 'callExpr' ? this.ofCall(node.exprKind.value) : ANY;
    return { low: Amount.max(computed.low, stated.low ?? ANY.low), high: Amount.min(computed.high, stated.high ?? ANY.high) };
  }

  private ofCall(call: Call): Range {
    const ranges = () => call.args.map((argument) => this.of(argument));
    if (isMath(call)) return mathRange(call.function, ranges());
    const [first = ANY, second = ANY, third = ANY] = ranges();
    switch (call.function) {
      case '-_':
        return minus(first);
      case '_+_':
        return { low: first.low.plus(second.low), high: first.high.plus(second.high) };
      case '_-_':
        return { low: first.low.minus(second.high), high: first.high.minus(second.low) };
      case '_*_':
        return product(first, second);
      case '_/_':
        return excludesZero(second) ? product(first, { low: reciprocal(second.high), high: reciprocal(second.low) }) : ANY;
      case '_%_':
        return remainder(first, second);
      case '_?_:_':
        return { low: Amount.min(second.low, third.low), high: Amount.max(second.high, third.high) };
      case 'double':
        return first;
      case 'size':
        return { low: new Amount(0), high: INFINITE };
      default:
        return ANY;
    }
  }
}

const isMath = ({ target }: Call): boolean => target?.exprKind.case === 'identExpr' && target.exprKind.value.name === 'math';

function mathRange(name: string, ranges: readonly Range[]): Range {
  const [first] = ranges;
  if (first === undefined) return ANY;
  const [lows, highs] = [ranges.map(({ low }) => low), ranges.map(({ high }) => high)];
  switch (name) {
    case 'least':
      return { low: Amount.min(...lows), high: Amount.min(...highs) };
    case 'greatest':
      return { low: Amount.max(...lows), high: Amount.max(...highs) };
    case 'ceil':
    case 'floor':
    case 'round':
    case 'trunc':
      return rounded(first, ranges[1]);
    case 'abs':
      return { low: new Amount(0), high: Amount.max(first.low.abs(), first.high.abs()) };
    default:
      return ANY;
  }
}

/** Whichever way it rounds; to whole numbers unless it is known to how many decimal places. */
function rounded({ low, high }: Range, digits: Range | undefined): Range {
  const places = digits?.low.equals(digits.high) && digits.low.isInteger() && digits.low.gte(0) && digits.low.lte(MAX_SCALE);
  const known = digits !== undefined && places === true ? digits.low.toNumber() : 0;
  return { low: low.toDecimalPlaces(known, Amount.ROUND_FLOOR), high: high.toDecimalPlaces(known, Amount.ROUND_CEIL) };
}

const minus = ({ low, high }: Range): Range => ({ low: high.negated(), high: low.negated() });
const excludesZero = ({ low, high }: Range): boolean => low.greaterThan(0) || high.lessThan(0);
const reciprocal = (value: Amount): Amount => new Amount(1).dividedBy(value);

/** Zero times an infinite limit is zero, because the limit itself is never reached. */
function product(one: Range, other: Range): Range {
  const corners = [one.low, one.high].flatMap((a) =>
    [other.low, other.high].map((b) => (a.isZero() || b.isZero() ? new Amount(0) : a.times(b))),
  );
  return { low: Amount.min(...corners), high: Amount.max(...corners) };
}

/** Smaller than the divisor, with the sign of the dividend. */
function remainder(dividend: Range, divisor: Range): Range {
  const size = Amount.max(divisor.low.abs(), divisor.high.abs());
  return { low: dividend.low.isNegative() ? size.negated() : new Amount(0), high: Amount.min(size, Amount.max(dividend.high, 0)) };
}

/** Writes a chosen amount as its template; the same choice is always the same text, which reads back as the same choice. */
import { isDecimalText } from '@/domain/amount-text';
import { amountOf, formatDecimal } from '@/domain/money';
import { fieldText } from '../analyse/canonical';
import type { AmountBase, AmountChoice, AmountFactor, AmountOf } from './choice';

/** What a new sum or condition over a list calls an item. */
export const ITEM = 'i';

/** The template of a choice. What is not a number is written as it is typed, for the check of the template to refuse. */
export function templateOf(choice: AmountChoice): string {
  const { base } = choice;
  const isPlain =
    base.kind === 'fixed' && choice.factors.length === 0 && !choice.rounding && choice.atLeast === null && choice.atMost === null;
  return isPlain ? base.amount : `{{ ${expressionOf(choice)} }}`;
}

export function expressionOf({ base, factors, rounding, atLeast, atMost }: AmountChoice): string {
  let text = baseText(base);
  if (factors.length > 0) {
    const isTernary = base.kind === 'steps' || base.kind === 'table';
    text = [isTernary ? `(${text})` : text, ...factors.map((factor) => `(${factorText(factor)})`)].join(' * ');
  }
  if (rounding) text = `math.${rounding.way}(${text}${rounding.places === 0 ? '' : `, ${rounding.places}`})`;
  if (atLeast !== null) text = `math.greatest(${text}, ${atLeast})`;
  return atMost === null ? text : `math.least(${text}, ${atMost})`;
}

function baseText(base: AmountBase): string {
  switch (base.kind) {
    case 'fixed':
      return base.amount;
    case 'percent':
      return `${ofText(base.of)} * ${share(base.percent)}`;
    case 'unit':
      return base.full
        ? `math.floor(${ofText(base.of)} / ${base.every}) * ${base.gives}`
        : `${ofText(base.of)} * ${base.gives} / ${base.every}`;
    case 'steps': {
      const of = ofText(base.of);
      const given = (gives: string): string => (base.as === 'percent' ? `${of} * ${share(gives)}` : gives);
      return [...base.steps.toReversed().map(({ from, gives }) => `${of} >= ${from} ? ${given(gives)}`), '0'].join(' : ');
    }
    case 'table': {
      const field = eventField(base.path);
      const there = presence(base.path);
      const absent = base.mayBeAbsent ? [`!${base.path.length > 1 ? `(${there})` : there} ? ${base.otherwise}`] : [];
      const rows = base.rows.map(({ value, gives }) => `${field} == ${JSON.stringify(value)} ? ${gives}`);
      return [...absent, ...rows, base.otherwise].join(' : ');
    }
  }
}

function factorText(factor: AmountFactor): string {
  if (factor.kind === 'condition') return `${factor.condition} ? ${factor.factor} : 1`;
  const tier = fieldText(`${factor.whose}.tiers`, factor.tier);
  const levels = factor.levels.map(({ level, factor: times }) => `${tier}.level == ${JSON.stringify(level)} ? ${times}`);
  return [`!${presenceOf(`${factor.whose}.tiers`, factor.tier)} ? 1`, ...levels, '1'].join(' : ');
}

export function ofText(of: AmountOf): string {
  const path = of.kind === 'field' ? of.path : of.list;
  return of.mayBeAbsent ? `(${presence(path)} ? ${presentText(of)} : 0)` : presentText(of);
}

function presentText(of: AmountOf): string {
  if (of.kind === 'field') return eventField(of.path);
  const items = `${eventField(of.list)}${of.where === null ? '' : `.filter(${of.where.item}, ${of.where.condition})`}`;
  if (of.kind === 'count') return `size(${items})`;
  return `${items}.map(${of.item}, ${of.of.map((field) => fieldText(of.item, field)).join(' * ')}).sum()`;
}

const eventField = (path: readonly string[]): string => path.reduce(fieldText, 'event');

/** That a field is there, and everything it is within. */
const presence = (path: readonly string[]): string =>
  path.map((field, depth) => presenceOf(eventField(path.slice(0, depth)), field)).join(' && ');

/** `has` takes only a field that is written with a point. */
function presenceOf(object: string, field: string): string {
  const text = fieldText(object, field);
  return text.endsWith(']') ? `(${JSON.stringify(field)} in ${object})` : `has(${text})`;
}

/** A percentage as the factor that it is. */
const share = (percent: string): string => (isDecimalText(percent) ? formatDecimal(amountOf(percent).dividedBy(100)) : percent);

/** Says in words what an amount template gives: as the choice that it is, else as the formula. The same template always has the same words. */
import { amountOf } from '@/domain/money';
import type { AmountBase, AmountChoice, AmountFactor, AmountOf } from '../amounts/choice';
import { amountChoiceOf } from '../amounts/read';
import { ITEM } from '../amounts/write';
import { splitTemplate } from '../holes';
import { conditionWords, itemConditionWords } from './condition-words';
import { alternatives, FieldWords, humanized, placesWords, quoted, readableSyntax, ROUNDED } from './field-words';

/** `10 PTS`, `5% of amount in EUR`; ends with a comma where what follows could be taken for a part of it. */
export function amountWords(template: string, symbol: string): string {
  const choice = amountChoiceOf(template);
  if (choice !== null) return choiceWords(choice, symbol);
  const computed = computedWords(template);
  return computed === null ? `${template.trim()} ${symbol}` : `${computed} in ${symbol}`;
}

/** What a template computes; null for one that is the same every time. */
export function computedWords(template: string): string | null {
  const pieces = splitTemplate(template).filter((piece) => typeof piece !== 'string' || piece.trim() !== '');
  const [only] = pieces;
  if (pieces.every((piece) => typeof piece === 'string')) return null;
  if (pieces.length > 1 || only === undefined || typeof only === 'string') return `a text such as ${quoted(template)}`;
  const choice = amountChoiceOf(template);
  if (choice !== null) return choiceWords(choice, '');
  const syntax = readableSyntax(only.source);
  const words = syntax && new FieldWords((node) => syntax.textOf(node)).of(syntax.root);
  return words ?? `what ${quoted(only.source.trim())} gives`;
}

/** @param symbol of the asset; empty for a bare number. */
function choiceWords({ base, factors, rounding, atLeast, atMost }: AmountChoice, symbol: string): string {
  const rounded =
    rounding && [ROUNDED[`math.${rounding.way}`], rounding.places === 0 ? '' : ` ${placesWords(String(rounding.places))}`].join('');
  const layers = [
    ...factors.map(factorWords),
    rounded,
    atLeast === null ? null : `at least ${atLeast} per event`,
    atMost === null ? null : `at most ${atMost} per event`,
  ].filter((layer) => layer !== null);
  const isSentence = base.kind === 'steps' || base.kind === 'table';
  return [baseWords(base, symbol), ...layers].join(', ') + (layers.length > 0 || isSentence ? ',' : '');
}

function baseWords(base: AmountBase, symbol: string): string {
  const [plain, computed] = symbol === '' ? ['', ''] : [` ${symbol}`, ` in ${symbol}`];
  switch (base.kind) {
    case 'fixed':
      return `${base.amount}${plain}`;
    case 'percent':
      return `${shareWords(base.percent, ofWords(base.of))}${computed}`;
    case 'unit':
      return `${base.gives}${plain} for every ${base.full ? 'full ' : ''}${base.every} of ${ofWords(base.of)}`;
    case 'steps': {
      const of = ofWords(base.of);
      const given = (gives: string): string => (base.as === 'percent' ? `${shareWords(gives, of)}${computed}` : `${gives}${plain}`);
      return told(base.steps.map(({ from, gives }, index) => `${given(gives)} when ${index === 0 ? of : 'it'} is at least ${from}`));
    }
    case 'table': {
      const field = fieldWords(base.path, base.mayBeAbsent ? 'may be missing' : null);
      const rows = base.rows.map(({ value, gives }, index) => `${gives}${plain} when ${index === 0 ? field : 'it'} is ${quoted(value)}`);
      return told([...rows, `${base.otherwise}${plain} otherwise`]);
    }
  }
}

const told = (parts: readonly string[]): string => alternatives(parts, 'and') ?? '';

/** Beyond the whole, a factor says more than a percentage. */
function shareWords(percent: string, of: string): string {
  const share = amountOf(percent);
  return share.greaterThanOrEqualTo(100) ? `${of} times ${share.dividedBy(100).toFixed()}` : `${percent}% of ${of}`;
}

const fieldWords = (path: readonly string[], note: string | null): string => `${humanized(path)}${note === null ? '' : ` (${note})`}`;

function ofWords(of: AmountOf): string {
  const note = of.mayBeAbsent ? '0 if missing' : null;
  if (of.kind === 'field') return fieldWords(of.path, note);
  const items = fieldWords(of.list, note) + (of.where === null ? '' : ` where ${itemConditionWords(of.where, ITEM)}`);
  return of.kind === 'count'
    ? `the number of ${items}`
    : `the sum of ${of.of.map((field) => humanized([field])).join(' times ')} of each of ${items}`;
}

function factorWords(factor: AmountFactor): string {
  if (factor.kind === 'condition') return `times ${factor.factor} when ${conditionWords(factor.condition) ?? 'anything happens'}`;
  const levels = told(factor.levels.map(({ level, factor: times }) => `${times} at ${quoted(level)}`));
  return `times ${levels} of the tier ${quoted(factor.tier)} of the ${factor.whose}`;
}

/** Says in words what an amount template gives: as the choice that it is, else as the formula. The same template always has the same words. */
import { amountOf } from '@/domain/money';
import type { AmountBase, AmountChoice, AmountFactor, AmountOf } from '../amounts/choice';
import { amountChoiceOf } from '../amounts/read';
import { RuleSyntaxError } from '../cel/syntax-error';
import type { Node } from '../cel/tree';
import { splitTemplate } from '../holes';
import { conditionWords, itemConditionWords, wordsWithin } from './condition-words';
import { placesWords, readableSyntax, ROUNDED } from './field-words';
import { alternatives, definite, humanized, listed, quoted } from './phrases';

/** `10 PTS`, `5% of amount in EUR`; ends with a comma where what follows could be taken for a part of it. */
export function amountWords(template: string, symbol: string): string {
  const choice = amountChoiceOf(template);
  if (choice !== null) return choiceWords(choice, symbol);
  const only = onlyHole(template);
  const alternative = only === null ? null : eitherWords(only, symbol);
  if (alternative !== null) return alternative;
  const computed = computedWords(template);
  return computed === null ? `${template.trim()} ${symbol}` : `${computed} in ${symbol}`;
}

/** What a template computes; null for one that is the same every time. */
export function computedWords(template: string): string | null {
  const pieces = piecesOf(template);
  if (pieces === null) return `what ${quoted(template)} gives`;
  if (pieces.every((piece) => typeof piece === 'string')) return null;
  const choice = amountChoiceOf(template);
  if (choice !== null) return choiceWords(choice, '');
  return pieces.map((piece) => (typeof piece === 'string' ? quoted(piece.trim()) : expressionWords(piece.source))).join(' followed by ');
}

/** The texts and expressions of a template, without blank ones; null for one that would not be accepted now. */
function piecesOf(template: string): ReturnType<typeof splitTemplate> | null {
  try {
    return splitTemplate(template).filter((piece) => typeof piece !== 'string' || piece.trim() !== '');
  } catch (error) {
    if (error instanceof RuleSyntaxError) return null;
    throw error;
  }
}

/** The expression of a template that has nothing else. */
function onlyHole(template: string): string | null {
  const [only, ...others] = piecesOf(template) ?? [];
  return only === undefined || typeof only === 'string' || others.length > 0 ? null : only.source;
}

function expressionWords(source: string): string {
  const syntax = readableSyntax(source);
  return (
    (syntax &&
      wordsWithin(syntax)
        .of(syntax.root)
        ?.replace(/^\((.*)\)$/, '$1')) ??
    `what ${quoted(source.trim())} gives`
  );
}

/** `20 PTS when vip is true and 10 PTS otherwise,`; null for an expression that does not choose. */
function eitherWords(source: string, symbol: string): string | null {
  const syntax = readableSyntax(source);
  if (syntax === null || !isChoice(syntax.root)) return null;
  const words = wordsWithin(syntax);
  const parts: (string | null)[] = [];
  const sum = (node: Node | undefined): string | null => {
    const told = words.of(node);
    return told && (node?.exprKind.case === 'constExpr' ? `${told} ${symbol}` : `${told} in ${symbol}`);
  };
  let node: Node | undefined = syntax.root;
  while (isChoice(node)) {
    const [test, then, otherwise]: readonly Node[] = node.exprKind.value.args;
    const given = sum(then);
    parts.push(test === undefined || given === null ? null : `${given} when ${words.conditionOf(test)}`);
    node = otherwise;
  }
  const last = sum(node);
  const told = alternatives([...parts, last && `${last} otherwise`], 'and');
  return told && `${told},`;
}

type ChoiceNode = Node & { readonly exprKind: { readonly case: 'callExpr' } };

const isChoice = (node: Node | undefined): node is ChoiceNode =>
  node?.exprKind.case === 'callExpr' && node.exprKind.value.function === '_?_:_';

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
      return listed(base.steps.map(({ from, gives }, index) => `${given(gives)} when ${index === 0 ? of : 'it'} is at least ${from}`));
    }
    case 'table': {
      const field = fieldWords(base.path, base.mayBeAbsent ? 'may be missing' : null);
      const rows = base.rows.map(({ value, gives }, index) => `${gives}${plain} when ${index === 0 ? field : 'it'} is ${quoted(value)}`);
      return listed([...rows, `${base.otherwise}${plain} otherwise`]);
    }
  }
}

/** The whole needs no share, and beyond it a factor says more than a percentage. */
function shareWords(percent: string, of: string): string {
  const share = amountOf(percent);
  if (share.equals(100)) return of;
  return share.greaterThanOrEqualTo(100) ? `${of} times ${share.dividedBy(100).toFixed()}` : `${percent}% of ${of}`;
}

const fieldWords = (path: readonly string[], note: string | null): string => `${humanized(path)}${note === null ? '' : ` (${note})`}`;

function ofWords(of: AmountOf): string {
  const note = of.mayBeAbsent ? '0 if missing' : null;
  if (of.kind === 'field') return fieldWords(of.path, note);
  const items = fieldWords(of.list, note) + (of.where === null ? '' : ` where ${itemConditionWords(of.where.condition, of.where.item)}`);
  if (of.kind === 'count') return `the number of ${items}`;
  return `the sum of ${of.of.map((field) => humanized([field])).join(' times ')} of each of ${definite(items)}`;
}

function factorWords(factor: AmountFactor): string {
  if (factor.kind === 'condition') return `times ${factor.factor} when ${conditionWords(factor.condition) ?? 'anything happens'}`;
  const levels = listed(factor.levels.map(({ level, factor: times }) => `${times} at ${quoted(level)}`));
  return `times ${levels} of the tier ${quoted(factor.tier)} of the ${factor.whose}`;
}

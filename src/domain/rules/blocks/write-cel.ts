/** Writes blocks as CEL: the same block always as the same text, with brackets only where they are needed. */
import { present } from '@/domain/assert';
import { parseExpression } from '../cel/syntax';
import {
  guardedField,
  OPERATORS,
  QUANTIFIERS,
  type Block,
  type FieldStep,
  type FieldTerm,
  type ItemsBlock,
  type LineBlock,
  type GroupMatch,
  type BlockTerm,
} from './block';

/** How tightly a text binds; a part that binds less than its surroundings goes into brackets. */
export const BINDING = { choice: 1, any: 2, all: 3, comparison: 4, sum: 5, product: 6, sign: 7, whole: 8 } as const;
export type Binding = (typeof BINDING)[keyof typeof BINDING];

export const within = (text: string, binding: Binding, least: Binding): string => (binding < least ? `(${text})` : text);

export const JOINTS: Readonly<Record<GroupMatch, string>> = { all: '&&', any: '||', none: '||' };

/** The binding that a part of a group must exceed, so that a group of the same kind within it stays one. */
export const partBinding = (match: GroupMatch): Binding => (match === 'all' ? BINDING.comparison : BINDING.all);

export function celOf(block: Block): string {
  switch (block.kind) {
    case 'constant':
      return String(block.value);
    case 'expression':
      return block.text;
    case 'group':
      return celOfGroup(block.match, block.parts);
    case 'items':
      return guarded(block, celOfItems(block));
    case 'line':
      return guarded(block, celOfLine(block));
  }
}

function celOfGroup(match: GroupMatch, parts: readonly Block[]): string {
  const single = parts.length === 1;
  const joined = parts
    .map((part) => within(celOf(part), bindingOf(part), single ? BINDING.choice : partBinding(match)))
    .join(` ${JOINTS[match]} `);
  return match === 'none' ? `!(${joined})` : joined;
}

/** How tightly the text of a block binds. */
export function bindingOf(block: Block): Binding {
  if (block.kind === 'expression') return expressionBinding(block.text);
  if (block.kind === 'group') return block.match === 'none' ? BINDING.sign : block.match === 'any' ? BINDING.any : BINDING.all;
  if (block.kind === 'constant') return BINDING.whole;
  // Guards and their line become parts of the group around them, so that they need no brackets of their own in it.
  return BINDING.comparison;
}

function guarded(block: LineBlock | ItemsBlock, text: string): string {
  if (block.guards.length === 0) return text;
  const field = present(guardedField(block), 'guards are for a field');
  return [...block.guards.map((length) => `has(${celOfField({ ...field, steps: field.steps.slice(0, length) })})`), text].join(' && ');
}

function celOfItems({ quantifier, list, variable, test }: ItemsBlock): string {
  const { cel, negated } = QUANTIFIERS[quantifier];
  return `${negated ? '!' : ''}${termWithin(list, BINDING.whole)}.${cel}(${variable}, ${celOf(test)})`;
}

function celOfLine({ field, operator, values }: LineBlock): string {
  const { form, cel, negated } = OPERATORS[operator];
  const [value] = values;
  const text = (): string => {
    const left = termWithin(field, BINDING.comparison);
    const right = (): string => termWithin(present(value, 'a comparison has a value'), BINDING.sum);
    if (form === 'comparison') return `${left} ${cel} ${right()}`;
    if (form === 'one_of') return `${left} in [${values.map(celOfTerm).join(', ')}]`;
    if (form === 'member')
      return `${termWithin(present(value, 'it is in the list'), BINDING.comparison)} in ${termWithin(field, BINDING.sum)}`;
    if (form === 'method') return `${termWithin(field, BINDING.whole)}.${cel}(${values.map(celOfTerm).join(', ')})`;
    if (form === 'presence') return `has(${celOfTerm(field)})`;
    if (form === 'anniversary') return `${cel}(${[field, ...values].map(celOfTerm).join(', ')})`;
    return celOfTerm(field);
  };
  if (!negated) return text();
  return form === 'one_of' || form === 'member' ? `!(${text()})` : `!${text()}`;
}

const textLiteral = (value: string): string => JSON.stringify(value);

const celOfField = ({ root, steps }: FieldTerm): string => root + steps.map(celOfStep).join('');

function celOfStep(step: FieldStep): string {
  if ('name' in step) return `.${step.name}`;
  return 'key' in step ? `[${textLiteral(step.key)}]` : `[${step.index}]`;
}

export function celOfTerm(term: BlockTerm): string {
  switch (term.kind) {
    case 'field':
      return celOfField(term);
    case 'text':
      return textLiteral(term.value);
    case 'number':
    case 'expression':
      return term.text;
    case 'flag':
      return String(term.value);
    case 'null':
      return 'null';
    case 'list':
      return `[${term.items.map(celOfTerm).join(', ')}]`;
    case 'arithmetic': {
      const binding = ARITHMETIC_BINDING[term.operator];
      const right = binding === BINDING.sum ? BINDING.product : BINDING.sign;
      return `${termWithin(term.left, binding)} ${term.operator} ${termWithin(term.right, right)}`;
    }
    case 'call':
      return `${term.on === null ? '' : `${termWithin(term.on, BINDING.whole)}.`}${term.name}(${term.args.map(celOfTerm).join(', ')})`;
    case 'each': {
      const parts = [term.variable, term.where === null ? null : celOf(term.where), term.gives === null ? null : celOfTerm(term.gives)];
      const macro = term.gives === null ? 'filter' : 'map';
      return `${termWithin(term.list, BINDING.whole)}.${macro}(${parts.filter((part) => part !== null).join(', ')})`;
    }
  }
}

const ARITHMETIC_BINDING = {
  '+': BINDING.sum,
  '-': BINDING.sum,
  '*': BINDING.product,
  '/': BINDING.product,
  '%': BINDING.product,
} as const;

function termWithin(term: BlockTerm, least: Binding): string {
  const binding =
    term.kind === 'expression'
      ? expressionBinding(term.text)
      : term.kind === 'arithmetic'
        ? ARITHMETIC_BINDING[term.operator]
        : // `1.size()` and `-1.size()` would read otherwise than they look.
          term.kind === 'number'
          ? BINDING.sign
          : BINDING.whole;
  return within(celOfTerm(term), binding, least);
}

/** How tightly an expression binds that no block shows. */
function expressionBinding(text: string): Binding {
  const { case: kind, value } = parseExpression(text).root.exprKind;
  const isOperator = kind === 'callExpr' && /\W/.test(value.function) && value.function !== '_[_]';
  if (isOperator) return OPERATOR_BINDING[value.function] ?? BINDING.comparison;
  // The tree of `!!a` is that of `a`.
  return /^[!-]/.test(text) ? BINDING.sign : BINDING.whole;
}

const OPERATOR_BINDING: Readonly<Record<string, Binding>> = {
  '_?_:_': BINDING.choice,
  '_||_': BINDING.any,
  '_&&_': BINDING.all,
  '_+_': BINDING.sum,
  '_-_': BINDING.sum,
  '_*_': BINDING.product,
  '_/_': BINDING.product,
  '_%_': BINDING.product,
  '-_': BINDING.sign,
  '!_': BINDING.sign,
};

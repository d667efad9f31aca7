/**
 * Reads a condition into blocks, each with the part of the source that it came from. Whatever is valid CEL can be read; the
 * source itself is never changed by reading.
 */
import { present } from '@/domain/assert';
import { namesIn } from '@/domain/fields';
import type { SourceSpan } from '../cel/spans';
import { parseExpression, type ExpressionSyntax } from '../cel/syntax';
import { RuleSyntaxError } from '../cel/syntax-error';
import { loopOf, type Call, type Comprehension, type Node, type Select } from '../cel/tree';
import {
  guardedField,
  OPERATORS,
  QUANTIFIERS,
  type Block,
  type FieldTerm,
  type LineBlock,
  type GroupMatch,
  type Operator,
  type Quantifier,
} from './block';
import { namedField, TermReader } from './read-terms';
import { Regions, type Region } from './regions';

/** A block and where it is written. Its parts are those of a group, or the one test of a list line. */
export interface PlacedBlock {
  readonly block: Block;
  /** With the brackets around it. */
  readonly outer: SourceSpan;
  /** Without them. */
  readonly inner: SourceSpan;
  readonly parts: readonly PlacedBlock[];
}

/** @throws RuleSyntaxError when the source is not valid CEL. */
export const blocksOf = (source: string): PlacedBlock => new BlockReader(source, parseExpression(source)).condition();

/** The same; null when the source is not valid CEL. */
export function readBlocks(source: string): PlacedBlock | null {
  try {
    return blocksOf(source);
  } catch (error) {
    if (error instanceof RuleSyntaxError) return null;
    throw error;
  }
}

type Around = GroupMatch | 'alone';

class BlockReader {
  private readonly regions: Regions;
  private readonly terms: TermReader;

  constructor(
    source: string,
    private readonly syntax: ExpressionSyntax,
  ) {
    this.regions = new Regions(source);
    this.terms = new TermReader(
      (node) => syntax.sourceOf(syntax.spanOf(node)),
      (test) => this.test(test).block,
    );
  }

  condition(): PlacedBlock {
    return this.read(this.syntax.root, this.regions.whole, 'alone');
  }

  private test(test: Node): PlacedBlock {
    return this.read(test, this.regions.ofTest(this.syntax.spanOf(test).start), 'alone');
  }

  /** @param region the tokens of the node and of the brackets around it. */
  private read(node: Node, region: Region, around: Around): PlacedBlock {
    const inner = this.regions.unbracketed(region);
    const found = this.group(node, inner, around) ?? this.negation(node, inner) ?? this.single(node, inner);
    return {
      outer: this.regions.spanOf(region),
      inner: this.regions.spanOf(inner),
      ...(found ?? { block: this.expression(inner), parts: [] }),
    };
  }

  private group(node: Node, inner: Region, around: Around): Found | null {
    const match = matchOf(node);
    if (match === null) return null;
    const parts = this.partsOf(node, match, inner);
    if (parts === null) return null;
    const guarded = match === 'all' ? this.withGuards(parts) : parts;
    const [only] = guarded;
    // A bracketed pair of guard and line within a group of the same kind is a group of its own.
    if (only !== undefined && guarded.length === 1 && around !== 'all') return { block: only.block, parts: only.parts };
    const shown = guarded.length === 1 ? parts : guarded;
    return { block: { kind: 'group', match, parts: shown.map(({ block }) => block) }, parts: shown };
  }

  /** `!(…)` of more than one statement, or of one that has no opposite. */
  private negation(node: Node, inner: Region): Found | null {
    const { case: kind, value } = node.exprKind;
    if (kind !== 'callExpr' || value.function !== '!_') return null;
    const argument = present(value.args[0], 'a negation has one argument');
    const opposite = this.statement(argument, true);
    const rest: Region = { first: inner.first + 1, last: inner.last };
    if (matchOf(argument) === null && this.regions.isSigned(this.regions.unbracketed(rest))) return null;
    if (opposite !== null) return { block: opposite.block, parts: opposite.parts };
    const anyOf = matchOf(argument) === 'any' ? this.partsOf(argument, 'any', this.regions.unbracketed(rest)) : null;
    const parts = anyOf ?? [this.read(argument, rest, 'none')];
    return { block: { kind: 'group', match: 'none', parts: parts.map(({ block }) => block) }, parts };
  }

  private single(node: Node, inner: Region): Found | null {
    return this.regions.isSigned(inner) ? null : this.statement(node, false);
  }

  private expression(inner: Region): Block {
    return { kind: 'expression', text: this.syntax.sourceOf(this.regions.spanOf(inner)) };
  }

  /** What a line, or a line about a list, says; null for what none can say. */
  private statement(node: Node, negated: boolean): Found | null {
    const { case: kind, value } = node.exprKind;
    if (kind === 'comprehensionExpr') return this.items(value, negated);
    if (kind === 'constExpr') {
      const constant = value.constantKind;
      return constant.case === 'boolValue' && !negated ? { block: { kind: 'constant', value: constant.value }, parts: [] } : null;
    }
    const line = kind === 'selectExpr' && value.testOnly ? this.presence(value, negated) : this.line(node, negated);
    return line === null ? null : { block: line, parts: [] };
  }

  private items(comprehension: Comprehension, negated: boolean): Found | null {
    const loop = loopOf(comprehension);
    const quantifier = loop === undefined ? undefined : quantifierOf(loop.kind, negated);
    if (loop?.test === undefined || quantifier === undefined) return null;
    const test = this.test(loop.test);
    const list = this.terms.of(loop.range);
    return { block: { kind: 'items', guards: [], quantifier, list, variable: loop.variable, test: test.block }, parts: [test] };
  }

  private presence({ operand, field }: Select, negated: boolean): LineBlock | null {
    const read = namedField(operand, field);
    return read === null ? null : lineOf(read, negated ? 'missing' : 'present');
  }

  private line(node: Node, negated: boolean): LineBlock | null {
    if (node.exprKind.case !== 'callExpr') return this.flag(node, negated);
    const call = node.exprKind.value;
    return this.comparison(call, negated) ?? this.membership(call, negated) ?? this.textTest(call, negated) ?? this.flag(node, negated);
  }

  private comparison({ function: name, args: [left, right] }: Call, negated: boolean): LineBlock | null {
    const operator = negated ? undefined : operatorOf('comparison', /^_(.+)_$/.exec(name)?.[1] ?? '', false);
    if (operator === undefined || left === undefined || right === undefined) return null;
    return lineOf(this.terms.of(left), operator, [this.terms.of(right)]);
  }

  private membership({ function: name, args: [element, container] }: Call, negated: boolean): LineBlock | null {
    if (name !== '@in' || element === undefined || container === undefined) return null;
    const [one, all] = [this.terms.of(element), this.terms.of(container)];
    return all.kind === 'list'
      ? lineOf(one, negated ? 'none_of' : 'one_of', all.items)
      : lineOf(all, negated ? 'excludes' : 'includes', [one]);
  }

  private textTest({ function: name, target, args }: Call, negated: boolean): LineBlock | null {
    const [first, ...more] = args.map((argument) => this.terms.of(argument));
    if (target !== undefined && first !== undefined && more.length === 0) {
      const operator = operatorOf('method', name, negated);
      return operator === undefined ? null : lineOf(this.terms.of(target), operator, [first]);
    }
    const operator = operatorOf('anniversary', name, negated);
    return operator === undefined || target !== undefined || first === undefined ? null : lineOf(first, operator, more);
  }

  private flag(node: Node, negated: boolean): LineBlock | null {
    const field = this.terms.of(node);
    return field.kind === 'field' || field.kind === 'call' ? lineOf(field, negated ? 'holds_not' : 'holds') : null;
  }

  /** The parts of a chain of `&&` or `||` as they are bracketed in the source; null when they cannot be told apart. */
  private partsOf(node: Node, match: 'all' | 'any', inner: Region): PlacedBlock[] | null {
    const pieces = this.regions.pieces(inner, match === 'all' ? '&&' : '||');
    if (pieces.length < 2) return null;
    const nodes = pieces.map((): Node | null => null);
    const pending = [node];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { start, end } = this.syntax.spanOf(next);
      const at = pieces.findIndex((piece) => this.regions.spanOf(piece).start <= start && end <= this.regions.spanOf(piece).end);
      if (at >= 0) nodes[at] = next;
      else if (matchOf(next) === match && next.exprKind.case === 'callExpr') pending.push(...next.exprKind.value.args);
      else return null;
    }
    const read = pieces.flatMap((piece, index) => {
      const part = nodes[index];
      return part ? [this.read(part, piece, match)] : [];
    });
    return read.length === pieces.length ? read : null;
  }

  /** Puts each `has(…)` into the block after it that reads the same field, or one below it. */
  private withGuards(parts: readonly PlacedBlock[]): PlacedBlock[] {
    const kept: PlacedBlock[] = [];
    for (let index = parts.length - 1; index >= 0; index -= 1) {
      const part = present(parts[index], 'the index is within the parts');
      const block = part.block.kind === 'line' || part.block.kind === 'items' ? part.block : null;
      const field = block && guardedField(block);
      const guards: number[] = [];
      let first = part;
      for (let before = parts[index - 1]; field !== null && before !== undefined; before = parts[index - 1]) {
        const length = guardLength(before.block, field);
        if (length === null) break;
        guards.unshift(length);
        first = before;
        index -= 1;
      }
      kept.unshift(block === null || guards.length === 0 ? part : guarded(part, { ...block, guards }, first.outer.start));
    }
    return kept;
  }
}

type Found = Pick<PlacedBlock, 'block' | 'parts'>;

function matchOf({ exprKind: { case: kind, value } }: Node): 'all' | 'any' | null {
  if (kind !== 'callExpr') return null;
  return value.function === '_&&_' ? 'all' : value.function === '_||_' ? 'any' : null;
}

const operatorOf = (form: string, cel: string, negated: boolean): Operator | undefined =>
  namesIn(OPERATORS).find((name) => OPERATORS[name].form === form && OPERATORS[name].cel === cel && OPERATORS[name].negated === negated);

const quantifierOf = (cel: string, negated: boolean): Quantifier | undefined =>
  namesIn(QUANTIFIERS).find((name) => QUANTIFIERS[name].cel === cel && QUANTIFIERS[name].negated === negated);

const lineOf = (field: LineBlock['field'], operator: Operator, values: LineBlock['values'] = []): LineBlock => ({
  kind: 'line',
  guards: [],
  field,
  operator,
  values,
});

/** How many steps of the field a block asks about, when it does nothing else. */
function guardLength(block: Block, { root, steps }: FieldTerm): number | null {
  if (block.kind !== 'line' || block.operator !== 'present' || block.field.kind !== 'field' || block.field.root !== root) return null;
  const asked = block.field.steps;
  return asked.length <= steps.length && JSON.stringify(asked) === JSON.stringify(steps.slice(0, asked.length)) ? asked.length : null;
}

function guarded(part: PlacedBlock, block: Block, start: number): PlacedBlock {
  const span = { start, end: part.outer.end };
  return { ...part, block, outer: span, inner: span };
}

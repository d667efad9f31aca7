/**
 * Finds out, without running an expression, what it reads: fields of the event, and keys of the state of
 * participants, recipients, programs and groups.
 */
import { MEMBERS } from './activation';
import type { CompiledExpression } from './expression';
import { loopOf, partsOf, type Loop, type Node } from './cel/tree';

export type StateScope = 'participant' | 'recipient' | 'program' | 'group';
export type StateKind = 'counter' | 'attribute' | 'tag' | 'tier' | 'balance';

export interface StateReference {
  readonly scope: StateScope;
  readonly kind: StateKind;
  readonly key: string;
}

/** What is read of a subject though nothing ever has it, such as `participant.tag`. */
interface AbsentMember {
  readonly scope: StateScope | 'code';
  /** As it is written after the subject: `tag`, or `tiers.status.levl`. */
  readonly path: string;
  /** What could be read in the place of its last step. */
  readonly known: readonly string[];
}

export interface ExpressionReferences {
  /** Fields of the event, such as `pull_request.user.login`; the elements of a list are `commits[]`. */
  readonly eventPaths: readonly string[];
  /** Paths with a part that depends on the event, shown as `[*]`: `prices[*].amount`, or `[*]` for the whole event. */
  readonly dynamicEventPaths: readonly string[];
  readonly state: readonly StateReference[];
}

const ELEMENT = '[]';
const DYNAMIC = '[*]';

/** What a sub-expression refers to: a root, and the fields and elements followed from it. */
interface Path {
  readonly root: string;
  readonly steps: readonly string[];
}

const SCOPES: Readonly<Record<string, StateScope>> = {
  participant: 'participant',
  recipient: 'recipient',
  program: 'program',
  groups: 'group',
};
const PEOPLE: ReadonlySet<string> = new Set(['participant', 'recipient']);
const KINDS: Readonly<Record<string, StateKind>> = {
  counters: 'counter',
  attributes: 'attribute',
  tags: 'tag',
  tiers: 'tier',
  balances: 'balance',
};

function textOf(path: Path): string {
  return path.steps.reduce((text, step) => (step === ELEMENT || step === DYNAMIC || text === '' ? text + step : `${text}.${step}`), '');
}

function constantOf(node: Node | undefined): string | bigint | undefined {
  if (node?.exprKind.case !== 'constExpr') return undefined;
  const { constantKind } = node.exprKind.value;
  return constantKind.case === 'stringValue' || constantKind.case === 'int64Value' ? constantKind.value : undefined;
}

/** The step that an index takes: a known key, some element of a list, or one that depends on the event. */
function stepOf(index: Node | undefined): string {
  const constant = constantOf(index);
  if (typeof constant === 'string') return constant;
  return constant === undefined ? DYNAMIC : ELEMENT;
}

class ReferenceFinder {
  readonly roots = new Set<string>();
  readonly kinds = new Set<StateKind>();
  readonly enrollments = new Set<StateScope>();
  readonly absent = new Map<string, AbsentMember>();
  private readonly event = new Set<string>();
  private readonly dynamic = new Set<string>();
  private readonly state = new Map<string, StateReference>();
  /** The loop variables in scope, innermost last; some stand for no path. */
  private readonly variables: { name: string; path: Path | undefined; used: boolean }[] = [];

  found(): ExpressionReferences {
    return { eventPaths: [...this.event], dynamicEventPaths: [...this.dynamic], state: [...this.state.values()] };
  }

  visit(node: Node): void {
    const path = this.pathOf(node);
    if (path !== undefined) this.record(path);
    if (node.exprKind.case === 'callExpr' && node.exprKind.value.function === '@in') this.recordMembership(node.exprKind.value.args);
    this.visitParts(node, path !== undefined);
  }

  /** Visits what is not part of the path itself: dynamic indexes, loop bodies, operands of anything else. */
  private visitParts(node: Node, isPath: boolean): void {
    const loop = node.exprKind.case === 'comprehensionExpr' ? loopOf(node.exprKind.value) : undefined;
    if (loop !== undefined) {
      this.visitLoop(loop);
      return;
    }
    partsOf(node).forEach((part, index) => {
      if (isPath && index === 0) this.visitParts(part, true);
      else if (constantOf(part) === undefined) this.visit(part);
    });
  }

  private visitLoop(loop: Loop): void {
    const range = this.pathOf(loop.range);
    if (range === undefined) this.visit(loop.range);
    else this.visitParts(loop.range, true);
    const variable = {
      name: loop.variable,
      path: range === undefined ? undefined : { ...range, steps: [...range.steps, ELEMENT] },
      used: false,
    };
    this.variables.push(variable);
    if (loop.test !== undefined) this.visit(loop.test);
    if (loop.element !== undefined) this.visit(loop.element);
    this.variables.pop();
    if (range !== undefined && !variable.used) this.record(range);
  }

  private pathOf(node: Node | undefined): Path | undefined {
    if (node === undefined) return undefined;
    const { case: kind, value } = node.exprKind;
    if (kind === 'identExpr') return this.pathOfName(value.name);
    if (kind === 'selectExpr') return this.extended(value.operand, value.field);
    if (kind === 'callExpr') return value.function === '_[_]' ? this.extended(value.args[0], stepOf(value.args[1])) : undefined;
    const loop = kind === 'comprehensionExpr' ? loopOf(value) : undefined;
    return loop?.kind === 'filter' ? this.pathOf(loop.range) : undefined;
  }

  private pathOfName(name: string): Path | undefined {
    const variable = this.variables.findLast((candidate) => candidate.name === name);
    if (variable === undefined) return { root: name, steps: [] };
    variable.used = true;
    return variable.path;
  }

  private extended(operand: Node | undefined, step: string): Path | undefined {
    const path = this.pathOf(operand);
    return path === undefined ? undefined : { root: path.root, steps: [...path.steps, step] };
  }

  private record(path: Path): void {
    this.roots.add(path.root);
    if (path.root !== 'event') {
      this.recordState(path);
      return;
    }
    if (path.steps.length === 0) this.dynamic.add(DYNAMIC);
    else (path.steps.includes(DYNAMIC) ? this.dynamic : this.event).add(textOf(path));
  }

  private recordState(path: Path): void {
    if (path.root === 'codes') {
      this.recordCode(path.steps[1]);
      return;
    }
    const scope = SCOPES[path.root];
    const steps = path.root === 'groups' ? path.steps.slice(1) : path.steps;
    const [collection, key] = steps;
    const absent = scope === undefined ? undefined : absentMember(scope, steps);
    if (absent !== undefined) this.absent.set(`${absent.scope}.${absent.path}`, absent);
    const kind = collection === undefined ? undefined : KINDS[collection];
    if (scope !== undefined) for (const read of kindsOf(collection)) this.kinds.add(read);
    if (
      scope !== undefined &&
      PEOPLE.has(path.root) &&
      (collection === undefined || collection === DYNAMIC || collection === 'enrolled_at')
    )
      this.enrollments.add(scope);
    if (scope === undefined || kind === undefined || kind === 'tag' || key === undefined || key === ELEMENT || key === DYNAMIC) return;
    this.addState({ scope, kind, key });
  }

  /** What is read of a code of the event. */
  private recordCode(member: string | undefined): void {
    if (isAbsent(member, MEMBERS.code)) this.absent.set(`code.${member}`, { scope: 'code', path: member, known: MEMBERS.code });
  }

  /** `"vip" in participant.tags`, and likewise for any other keyed state. */
  private recordMembership([element, container]: readonly Node[]): void {
    const key = constantOf(element);
    const path = this.pathOf(container);
    const scope = path === undefined ? undefined : SCOPES[path.root];
    const kind = KINDS[path?.steps.at(-1) ?? ''];
    const depth = path?.root === 'groups' ? 2 : 1;
    if (typeof key === 'string' && scope !== undefined && kind !== undefined && path?.steps.length === depth)
      this.addState({ scope, kind, key });
  }

  private addState(reference: StateReference): void {
    this.state.set(`${reference.scope}/${reference.kind}/${reference.key}`, reference);
  }
}

const isAbsent = (step: string | undefined, known: readonly string[]): step is string =>
  step !== undefined && step !== DYNAMIC && step !== ELEMENT && !known.includes(step);

/** The first step that leads nowhere, whatever the subject is like; which key it has of its state is another matter. */
function absentMember(scope: StateScope, [member, key, field]: readonly string[]): AbsentMember | undefined {
  if (isAbsent(member, MEMBERS[scope])) return { scope, path: member, known: MEMBERS[scope] };
  if (member !== 'tiers' && member !== 'balances') return undefined;
  return isAbsent(field, MEMBERS[member]) ? { scope, path: `${member}.${key}.${field}`, known: MEMBERS[member] } : undefined;
}

/** What the expressions of a rule read, each path and key once, in order of first appearance. */
export function referencesOf(expressions: Iterable<CompiledExpression>): ExpressionReferences {
  return searched(expressions).found();
}

/** The people of whom expressions read when they were enrolled. */
export const enrollmentsRead = (expressions: Iterable<CompiledExpression>): readonly StateScope[] => [...searched(expressions).enrollments];

/** What the expressions of a rule read of a subject though nothing ever has it, each once. */
export const absentMembersOf = (expressions: Iterable<CompiledExpression>): readonly AbsentMember[] => [
  ...searched(expressions).absent.values(),
];

/** The root names that the expressions read, such as `event` or `groups`. */
export const rootsOf = (expressions: Iterable<CompiledExpression>): ReadonlySet<string> => searched(expressions).roots;

export interface StateReading {
  readonly roots: ReadonlySet<string>;
  readonly kinds: ReadonlySet<StateKind>;
  /** Whether it is read when somebody was enrolled. */
  readonly enrollments: boolean;
}

/** The roots and kinds of state that expressions read; no others need to be loaded. */
export function readingOf(expressions: Iterable<CompiledExpression>): StateReading {
  const { roots, kinds, enrollments } = searched(expressions);
  return { roots, kinds, enrollments: enrollments.size > 0 };
}

/** The kinds of state that a step from a subject reads: all of them if the step depends on the event or the whole subject is read. */
function kindsOf(collection: string | undefined): readonly StateKind[] {
  if (collection === undefined || collection === DYNAMIC) return Object.values(KINDS);
  const kind = KINDS[collection];
  return kind === undefined ? [] : [kind];
}

function searched(expressions: Iterable<CompiledExpression>): ReferenceFinder {
  const finder = new ReferenceFinder();
  for (const { syntax } of expressions) finder.visit(syntax.root);
  return finder;
}

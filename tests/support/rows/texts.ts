/**
 * Works out from the code alone which texts an expression can have: constants, fragments and the functions that put them together are
 * carried out, and what is known only at run time is tried both ways. What cannot be told is `unknown`, never guessed.
 */
import ts from 'typescript';
import { Bodies, type Expressions } from './bodies';
import type { Choices } from './choices';
import { compared, Fields, Impossible, method, regularExpression, Unknown } from './methods';
import { Closure, Scope, type Thunk, type Value } from './scope';
import { functionAround, isTransparent, parameterOf } from './syntax';

const DEEPEST = 80;

export class Evaluation implements Expressions {
  private readonly bodies = new Bodies(this);
  private depth = 0;
  private bound = 0;
  private readonly conditions = new Map<string, boolean>();
  private readonly loops = new Map<ts.Node, Value>();

  constructor(
    readonly checker: ts.TypeChecker,
    readonly choices: Choices,
    /** The arguments with which a function is called, where that is not known from what is carried out. */
    private readonly callOf: (declared: ts.SignatureDeclaration) => ts.CallExpression | null,
    private readonly outer = new Scope(),
  ) {}

  /** @returns what the expression is, or `Unknown`. */
  evaluate(node: ts.Expression, scope: Scope = this.outer): Value {
    if (this.depth > DEEPEST) return new Unknown('it goes too deep');
    this.depth++;
    try {
      const value = this.valueOf(node, scope);
      return value instanceof Unknown && !(value instanceof Impossible) ? this.oneOfItsType(node, value) : value;
    } finally {
      this.depth--;
    }
  }

  /** A value whose type lists all that it can be is each of them in turn. */
  private oneOfItsType(node: ts.Expression, unknown: Unknown): Value {
    const type = this.checker.getTypeAtLocation(node);
    if (isBind(type)) return () => `$${900 + this.bound++}`;
    const members = type.isUnion() ? type.types : [type];
    const literals = members.filter((member) => member.isStringLiteral() || member.isNumberLiteral());
    if (literals.length === 0 || literals.length < members.length) return unknown;
    return this.choices.among(literals.map(({ value }) => value));
  }

  private valueOf(node: ts.Expression, scope: Scope): Value {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isTemplateExpression(node)) return this.template(node, scope);
    if (ts.isIdentifier(node)) return this.identifier(node, scope);
    if (ts.isPropertyAccessExpression(node)) return this.member(this.evaluate(node.expression, scope), node.name.text, node);
    if (ts.isElementAccessExpression(node)) return this.element(node, scope);
    if (ts.isCallExpression(node)) return this.call(node, scope);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return new Closure(node, scope);
    if (ts.isArrayLiteralExpression(node)) return this.array(node, scope);
    if (ts.isObjectLiteralExpression(node)) return this.object(node, scope);
    if (ts.isConditionalExpression(node)) return this.evaluate(this.isTrue(node.condition, scope) ? node.whenTrue : node.whenFalse, scope);
    if (ts.isBinaryExpression(node)) return this.binary(node, scope);
    if (ts.isPrefixUnaryExpression(node)) return this.prefix(node, scope);
    if (ts.isTypeOfExpression(node)) return typeName(this.evaluate(node.expression, scope));
    if (ts.isRegularExpressionLiteral(node)) return regularExpression(node.text);
    if (ts.isNewExpression(node)) return this.instance(node, scope);
    if (isTransparent(node)) return this.evaluate(node.expression, scope);
    if (node.kind === ts.SyntaxKind.ThisKeyword) return scope.self ?? new Unknown('this');
    const word = WORDS.get(node.kind);
    return word ? word.value : new Unknown(node.getText().slice(0, 60));
  }

  private template(node: ts.TemplateExpression, scope: Scope): Value {
    let text = node.head.text;
    for (const { expression, literal } of node.templateSpans) {
      const value = this.evaluate(expression, scope);
      if (value instanceof Unknown || typeof value === 'object' || typeof value === 'function') {
        return value instanceof Unknown ? value : new Unknown(expression.getText().slice(0, 60));
      }
      text += String(value) + literal.text;
    }
    return text;
  }

  private identifier(node: ts.Identifier, scope: Scope): Value {
    if (node.text === 'undefined') return undefined;
    let name = ts.isShorthandPropertyAssignment(node.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.checker.getSymbolAtLocation(node);
    if (name && name.flags & ts.SymbolFlags.Alias) name = this.checker.getAliasedSymbol(name);
    const declared = name?.valueDeclaration;
    if (!name || !declared) return new Unknown(node.text);
    const known = scope.find(name) ?? this.outer.find(name);
    if (known) return known();
    if (ts.isFunctionDeclaration(declared)) return new Closure(declared, this.outer);
    if (ts.isVariableDeclaration(declared)) return this.variable(declared, scope);
    const parameter = parameterOf(declared);
    if (parameter) return this.parameter(parameter, name);
    if (ts.isBindingElement(declared)) return this.variableElement(declared, name, scope);
    return new Unknown(node.text);
  }

  /** What a loop goes through is each of its elements in turn. */
  private variable({ initializer, parent, name }: ts.VariableDeclaration, scope: Scope): Value {
    if (initializer) return this.evaluate(initializer, scope);
    const loop = parent.parent;
    if (!ts.isForOfStatement(loop)) return new Unknown(name.getText());
    if (!this.loops.has(loop)) {
      const elements = this.evaluate(loop.expression, scope);
      this.loops.set(loop, Array.isArray(elements) ? this.choices.among(elements as Value[]) : new Unknown(name.getText()));
    }
    return this.loops.get(loop);
  }

  /** A parameter of a function that is entered from nowhere: as one of the calls of that function gives it. */
  private parameter(parameter: ts.ParameterDeclaration, name: ts.Symbol): Value {
    const owner = parameter.parent;
    const call = this.callOf(owner);
    if (!call) return new Unknown(name.name);
    this.bodies.bindParameters(
      owner,
      call.arguments.map((argument) => () => this.evaluate(argument)),
      this.outer,
    );
    return this.outer.find(name)!();
  }

  /** A part of a constant that is taken apart where it is declared. */
  private variableElement(declared: ts.BindingElement, name: ts.Symbol, scope: Scope): Value {
    let node: ts.Node = declared;
    while (!ts.isVariableDeclaration(node)) node = node.parent;
    const variable = node;
    const inner = new Scope(scope);
    this.bodies.bindName(variable.name, () => this.variable(variable, scope), inner);
    return inner.find(name)!();
  }

  private member(owner: Value, name: string, node: ts.PropertyAccessExpression): Value {
    if (owner instanceof Unknown) return owner;
    if (owner instanceof Fields) return owner.read(name);
    if ((Array.isArray(owner) || typeof owner === 'string') && name === 'length') return owner.length;
    if (owner === undefined || owner === null) return node.questionDotToken ? undefined : new Impossible(node.getText().slice(0, 60));
    return new Unknown(node.getText().slice(0, 60));
  }

  private element(node: ts.ElementAccessExpression, scope: Scope): Value {
    const owner = this.evaluate(node.expression, scope);
    const key = this.evaluate(node.argumentExpression, scope);
    if (owner instanceof Fields) return key instanceof Unknown ? this.choices.among([...owner.values()]) : owner.read(String(key));
    if (Array.isArray(owner) && typeof key === 'number') return owner[key] as Value;
    return new Unknown(node.getText().slice(0, 60));
  }

  private call(node: ts.CallExpression, scope: Scope): Value {
    const callee = node.expression;
    const given = node.arguments.map(
      (argument) => () => this.evaluate(ts.isSpreadElement(argument) ? argument.expression : argument, scope),
    );
    if (ts.isPropertyAccessExpression(callee)) {
      const owner = GLOBALS.get(callee.expression.getText()) ?? this.evaluate(callee.expression, scope);
      const own = owner instanceof Fields ? owner.read(callee.name.text) : undefined;
      if (own instanceof Closure) return this.enter(own, given);
      return method(owner, callee.name.text, given, (callback, values) => this.apply(callback, values));
    }
    if (callee.getText() === 'String') return given[0]?.();
    const called = this.evaluate(callee, scope);
    if (called instanceof Unknown) return called;
    if (called instanceof Closure) return this.enter(called, given);
    return typeof called === 'function' ? (called as () => Value)() : new Unknown(node.getText().slice(0, 60));
  }

  private apply(callback: Value, values: readonly Value[]): Value {
    if (callback instanceof Closure)
      return this.enter(
        callback,
        values.map((value) => () => value),
      );
    if (callback === undefined) return new Impossible('a callback');
    return typeof callback === 'function' ? (callback as () => Value)() : new Unknown('a callback');
  }

  /** Carries out a function. */
  private enter({ node, scope }: Closure, given: readonly Thunk[]): Value {
    if (this.depth > DEEPEST) return new Unknown('it goes too deep');
    const inner = new Scope(scope);
    this.bodies.bindParameters(node, given, inner);
    const { body } = node as ts.FunctionLikeDeclaration;
    if (!body) return new Unknown(node.getText().slice(0, 60));
    if (!ts.isBlock(body)) return this.evaluate(body, inner);
    return this.bodies.block(body.statements, inner)?.value;
  }

  /** An object of a class of the code, as its parameters and fields make it. */
  private instance(node: ts.NewExpression, scope: Scope): Value {
    const declared = this.checker.getSymbolAtLocation(node.expression)?.valueDeclaration;
    const made = new Fields();
    if (!declared || !ts.isClassDeclaration(declared)) return new Unknown(node.getText().slice(0, 60));
    const inner = new Scope(this.outer, made);
    for (const member of declared.members) {
      if (ts.isConstructorDeclaration(member))
        member.parameters.forEach(({ name }, index) => made.set(name.getText(), this.evaluate(node.arguments![index]!, scope)));
      else if (ts.isPropertyDeclaration(member) && member.initializer)
        made.set(nameOf(member.name), this.evaluate(member.initializer, inner));
    }
    return made;
  }

  /** What an array is spread from and is not known is left out. */
  private array(node: ts.ArrayLiteralExpression, scope: Scope): Value {
    return node.elements.flatMap((element) => {
      if (!ts.isSpreadElement(element)) return [this.evaluate(element, scope)];
      const spread = this.evaluate(element.expression, scope);
      return Array.isArray(spread) ? (spread as Value[]) : [];
    });
  }

  private object(node: ts.ObjectLiteralExpression, scope: Scope): Value {
    const entries = new Fields();
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        const spread = this.evaluate(property.expression, scope);
        entries.take(spread);
      } else if (ts.isPropertyAssignment(property)) entries.set(nameOf(property.name), this.evaluate(property.initializer, scope));
      else if (ts.isShorthandPropertyAssignment(property)) entries.set(property.name.text, this.evaluate(property.name, scope));
      else if (ts.isMethodDeclaration(property)) entries.set(nameOf(property.name), new Closure(property, scope));
    }
    return entries;
  }

  private binary(node: ts.BinaryExpression, scope: Scope): Value {
    const left = (): Value => this.evaluate(node.left, scope);
    const right = (): Value => this.evaluate(node.right, scope);
    switch (node.operatorToken.kind) {
      case ts.SyntaxKind.PlusToken: {
        const [a, b] = [left(), right()];
        if (a instanceof Unknown || b instanceof Unknown) return a instanceof Unknown ? a : b;
        return typeof a === 'number' && typeof b === 'number' ? a + b : String(a) + String(b);
      }
      case ts.SyntaxKind.AsteriskToken:
        return Number(left()) * Number(right());
      case ts.SyntaxKind.MinusToken:
        return Number(left()) - Number(right());
      case ts.SyntaxKind.QuestionQuestionToken:
      case ts.SyntaxKind.QuestionQuestionEqualsToken:
        return left() ?? right();
      case ts.SyntaxKind.AmpersandAmpersandToken:
        return this.isTrue(node.left, scope) ? right() : false;
      case ts.SyntaxKind.BarBarToken:
        return this.isTrue(node.left, scope) ? left() : right();
      default:
        return compared(node.operatorToken.kind, left(), right());
    }
  }

  private prefix({ operator, operand }: ts.PrefixUnaryExpression, scope: Scope): Value {
    if (operator === ts.SyntaxKind.ExclamationToken) return !this.isTrue(operand, scope);
    const value = this.evaluate(operand, scope);
    return operator === ts.SyntaxKind.MinusToken && typeof value === 'number' ? -value : new Unknown('a prefix');
  }

  /** What cannot be told is tried both ways, the same way wherever a function asks for it. */
  isTrue(node: ts.Expression, scope: Scope): boolean {
    const value = this.evaluate(node, scope);
    if (!(value instanceof Unknown)) return Boolean(value);
    const condition = `${functionAround(node).pos} ${node.getText()}`;
    let chosen = this.conditions.get(condition);
    if (chosen === undefined) this.conditions.set(condition, (chosen = this.choices.among([true, false])));
    return chosen;
  }
}

const WORDS = new Map<ts.SyntaxKind, { readonly value: Value }>([
  [ts.SyntaxKind.NullKeyword, { value: null }],
  [ts.SyntaxKind.TrueKeyword, { value: true }],
  [ts.SyntaxKind.FalseKeyword, { value: false }],
]);

const GLOBALS = new Map<string, unknown>([
  ['Object', Object],
  ['Array', Array],
]);

const typeName = (value: Value): Value => (value instanceof Unknown ? value : value instanceof Closure ? 'function' : typeof value);

const isBind = (type: ts.Type): boolean => type.aliasSymbol?.name === 'Bind';

const nameOf = (name: ts.PropertyName): string => (ts.isStringLiteralLike(name) || ts.isIdentifier(name) ? name.text : name.getText());

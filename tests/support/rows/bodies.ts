/** Carries out the statements of a function, and gives names to what it is called with. */
import ts from 'typescript';
import type { Choices } from './choices';
import { Fields, Impossible, Unknown } from './methods';
import { Scope, type Thunk, type Value } from './scope';

/** What tells the value of an expression. */
export interface Expressions {
  readonly checker: ts.TypeChecker;
  readonly choices: Choices;
  evaluate(node: ts.Expression, scope: Scope): Value;
  isTrue(node: ts.Expression, scope: Scope): boolean;
}

/** What a function has returned. */
export interface Returned {
  readonly value: Value;
}

export class Bodies {
  constructor(private readonly evaluation: Expressions) {}

  block(statements: readonly ts.Statement[], scope: Scope): Returned | null {
    for (const statement of statements) {
      const left = this.step(statement, scope);
      if (left) return left;
    }
    return null;
  }

  private step(statement: ts.Statement, scope: Scope): Returned | null {
    if (ts.isReturnStatement(statement))
      return { value: statement.expression ? this.evaluation.evaluate(statement.expression, scope) : undefined };
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (initializer) this.bindName(name, () => this.evaluation.evaluate(initializer, scope), scope);
      }
      return null;
    }
    if (ts.isIfStatement(statement)) {
      const branch = this.evaluation.isTrue(statement.expression, scope) ? statement.thenStatement : statement.elseStatement;
      return branch ? this.step(branch, scope) : null;
    }
    if (ts.isBlock(statement)) return this.block(statement.statements, new Scope(scope));
    if (ts.isForOfStatement(statement)) return this.loop(statement, scope);
    if (ts.isSwitchStatement(statement)) return this.cases(statement, scope);
    if (ts.isExpressionStatement(statement)) {
      this.evaluation.evaluate(statement.expression, scope);
      return null;
    }
    return { value: new Unknown(statement.getText().slice(0, 60)) };
  }

  /** What is switched by is known only at run time: every case in turn, to the first that leaves. */
  private cases({ caseBlock }: ts.SwitchStatement, scope: Scope): Returned | null {
    const { clauses } = caseBlock;
    const first = this.evaluation.choices.among(clauses.map((_, index) => index));
    const statements = clauses.slice(first).flatMap((clause) => [...clause.statements]);
    return this.block(statements, scope);
  }

  /** A list of unknown length is taken to hold one. */
  private loop({ initializer, expression, statement }: ts.ForOfStatement, scope: Scope): Returned | null {
    const elements = this.evaluation.evaluate(expression, scope);
    const { name } = (initializer as ts.VariableDeclarationList).declarations[0]!;
    for (const element of Array.isArray(elements) ? (elements as Value[]) : [elements]) {
      const inner = new Scope(scope);
      this.bindName(name, () => element, inner);
      const left = this.step(statement, inner);
      if (left) return left;
    }
    return null;
  }

  bindParameters(owner: ts.SignatureDeclaration, given: readonly Thunk[], scope: Scope): void {
    owner.parameters.forEach((parameter, index) => {
      const { initializer, dotDotDotToken } = parameter;
      const one = given[index] ?? (() => undefined);
      const orDefault = initializer ? () => one() ?? this.evaluation.evaluate(initializer, scope) : one;
      this.bindName(parameter.name, dotDotDotToken ? () => given.slice(index).map((value) => value()) : orDefault, scope);
    });
  }

  bindName(pattern: ts.BindingName, value: Thunk, scope: Scope): void {
    if (ts.isIdentifier(pattern)) {
      const name = this.evaluation.checker.getSymbolAtLocation(pattern);
      if (name) scope.bind(name, value);
      return;
    }
    pattern.elements.forEach((element, index) => {
      if (!ts.isBindingElement(element)) return;
      const key = (element.propertyName ?? element.name).getText();
      const part = (): Value => {
        const whole = value();
        if (whole instanceof Unknown) return whole;
        if (whole === undefined || whole === null) return new Impossible(key);
        if (Array.isArray(whole)) return element.dotDotDotToken ? whole.slice(index) : (whole[index] as Value);
        if (!(whole instanceof Fields)) return new Unknown(key);
        return element.dotDotDotToken ? whole : whole.read(key);
      };
      const { initializer } = element;
      this.bindName(element.name, initializer ? () => part() ?? this.evaluation.evaluate(initializer, scope) : part, scope);
    });
  }
}

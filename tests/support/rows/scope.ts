/** What names stand for while the code is carried out. */
import type ts from 'typescript';

export type Value = unknown;

/** A function of the code, with what it sees. */
export class Closure {
  constructor(
    readonly node: ts.SignatureDeclaration,
    readonly scope: Scope,
  ) {}
}

export type Thunk = () => Value;

/** What names stand for; a name that a scope does not know is looked for in the one around it. */
export class Scope {
  private readonly names = new Map<ts.Symbol, Thunk>();

  constructor(
    private readonly around: Scope | null = null,
    private readonly own: Value = undefined,
  ) {}

  /** What `this` is. */
  get self(): Value {
    return this.own ?? this.around?.self;
  }

  bind(name: ts.Symbol, thunk: Thunk): void {
    let known: { readonly value: Value } | null = null;
    this.names.set(name, () => (known ??= { value: thunk() }).value);
  }

  find(name: ts.Symbol): Thunk | undefined {
    return this.names.get(name) ?? this.around?.find(name);
  }
}

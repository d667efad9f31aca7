/** Tells through the compiler which row a call declares for the statement it sends: its type argument for the parameter `Row`. */
import ts from 'typescript';
import { Unknown } from './methods';

export type Kind =
  'string' | 'number' | 'boolean' | 'date' | 'bytes' | 'object' | `${'string' | 'number' | 'boolean' | 'date' | 'object' | 'any'}[]`;

export interface DeclaredColumn {
  /** What its values may be; null: anything. */
  readonly kinds: ReadonlySet<Kind> | null;
  readonly nullable: boolean;
  /** Whether the row may come without it. */
  readonly optional: boolean;
  /** Its type as the code writes it, for messages. */
  readonly shown: string;
}

export interface DeclaredRow {
  /** `path:line` of the call that declares it. */
  readonly place: string;
  readonly columns: ReadonlyMap<string, DeclaredColumn>;
}

/** A call that takes what it gets. */
export const NO_CLAIM = 'no claim';

type CallOf = (declared: ts.SignatureDeclaration) => ts.CallExpression | null;

export class DeclaredRows {
  private readonly known = new Map<ts.Type, ReadonlyMap<string, DeclaredColumn>>();

  constructor(private readonly checker: ts.TypeChecker) {}

  /** @param callOf the call through which a function is entered whose own type parameter is the row, or a part of it. */
  of(
    call: ts.CallExpression,
    callOf: CallOf,
  ): { readonly call: ts.CallExpression; readonly columns: ReadonlyMap<string, DeclaredColumn> } | typeof NO_CLAIM | Unknown {
    const row = this.rowArgument(call);
    if (!row) return NO_CLAIM;
    let parts = row.isIntersection() ? row.types : [row];
    let declaring = call;
    for (;;) {
      const parameter = parts.find(isParameter);
      if (!parameter) break;
      const owner = parameter.getSymbol()?.declarations?.[0]?.parent as ts.SignatureDeclaration | undefined;
      const outer = owner && callOf(owner);
      if (!outer) return new Unknown(`the row ${this.checker.typeToString(row)}`);
      declaring = outer;
      const argument = this.rowArgument(outer);
      if (!argument) return NO_CLAIM;
      parts = parts.flatMap((part) => (part === parameter ? (argument.isIntersection() ? argument.types : [argument]) : [part]));
    }
    if (parts.some((part) => this.isAnyRow(part)) && parts.length === 1) return NO_CLAIM;
    return { call: declaring, columns: new Map(parts.filter((part) => !this.isAnyRow(part)).flatMap((part) => [...this.columnsOf(part)])) };
  }

  private isAnyRow(type: ts.Type): boolean {
    return (type.flags & ts.TypeFlags.Any) !== 0 || this.checker.getIndexInfosOfType(type).length > 0;
  }

  /** What `Row` is in this call; null: the function has none. */
  private rowArgument(call: ts.CallExpression): ts.Type | null {
    const signature = this.checker.getResolvedSignature(call);
    const declaration = signature?.getDeclaration() as ts.SignatureDeclaration | undefined;
    const index = (declaration?.typeParameters ?? []).findIndex(({ name }) => name.text === 'Row' || name.text === 'R');
    if (!signature || index < 0) return null;
    const written = call.typeArguments?.[index];
    return written ? this.checker.getTypeFromTypeNode(written) : this.rowsIn(signature.getReturnType());
  }

  /** The rows of a promise of them, of a page of them, or of batches of them. */
  private rowsIn(returned: ts.Type): ts.Type | null {
    const awaited = this.checker.getAwaitedType(returned) ?? returned;
    if (awaited.getSymbol()?.name === 'AsyncIterable' || awaited.getSymbol()?.name === 'Listing') {
      const batch = this.checker.getTypeArguments(awaited as ts.TypeReference)[0];
      return batch ? (this.checker.getIndexTypeOfType(batch, ts.IndexKind.Number) ?? batch) : null;
    }
    const rows = awaited.getProperty('rows');
    const list = rows ? this.checker.getTypeOfSymbol(rows) : awaited;
    return this.checker.getIndexTypeOfType(list, ts.IndexKind.Number) ?? null;
  }

  private columnsOf(type: ts.Type): ReadonlyMap<string, DeclaredColumn> {
    let columns = this.known.get(type);
    if (!columns) {
      columns = new Map(this.checker.getPropertiesOfType(type).map((property) => [property.getName(), this.columnOf(property)]));
      this.known.set(type, columns);
    }
    return columns;
  }

  private columnOf(property: ts.Symbol): DeclaredColumn {
    const type = this.checker.getTypeOfSymbol(property);
    const members = type.isUnion() ? type.types : [type];
    const kinds = members.flatMap((member) => this.kindsOf(member));
    return {
      kinds: kinds.includes(null) ? null : new Set(kinds.filter((kind) => kind !== null)),
      nullable: members.some(({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0),
      optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      shown: this.checker.typeToString(type),
    };
  }

  private kindsOf(type: ts.Type): readonly (Kind | null)[] {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [null];
    if (flags & ts.TypeFlags.TypeParameter) return this.kindsOf(this.checker.getBaseConstraintOfType(type) ?? type);
    if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return [];
    if (flags & ts.TypeFlags.StringLike) return ['string'];
    if (flags & ts.TypeFlags.NumberLike) return ['number'];
    if (flags & ts.TypeFlags.BooleanLike) return ['boolean'];
    // A branded string or number.
    if (type.isIntersection()) {
      const primitives = type.types.filter((part) => part.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike));
      return primitives.length > 0 ? primitives.flatMap((part) => this.kindsOf(part)) : ['object'];
    }
    const name = type.getSymbol()?.name ?? '';
    if (name === 'Date') return ['date'];
    if (['Buffer', 'Uint8Array'].includes(name)) return ['bytes'];
    return this.checker.isArrayType(type) || this.checker.isTupleType(type) ? this.arrayKinds(type) : ['object'];
  }

  private arrayKinds(type: ts.Type): readonly Kind[] {
    const element = this.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    const members = element?.isUnion() ? element.types : element ? [element] : [];
    const kinds = members.flatMap((member) => this.kindsOf(member));
    return kinds.map((kind) => (kind === null || kind === 'bytes' || kind.endsWith('[]') ? 'any[]' : (`${kind}[]` as Kind)));
  }
}

const isParameter = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.TypeParameter) !== 0;

/** Finds the calls of the code that send a statement, with every text that each can send and the row that it declares for it. */
import ts from 'typescript';
import { everyChoice, type Choices } from './choices';
import { DeclaredRows, NO_CLAIM, type DeclaredRow } from './declared';
import { Impossible, Unknown } from './methods';
import { Evaluation } from './texts';

/** One statement that a call can send. */
export interface Sent {
  readonly text: string;
  /** Null: the call takes the row as it comes, or has no use for it. */
  readonly row: DeclaredRow | null;
}

export interface Send {
  /** `path:line` of the call. */
  readonly place: string;
  readonly statements: readonly Sent[];
  /** What of it cannot be told. */
  readonly untold: readonly string[];
}

/** What sends the statement that it is given, by the file that declares it; and which argument is the statement. */
const SENDERS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'src/server/db/transaction.ts': { query: 0, send: 0, queryOnce: 0, statement: 0, statementForValues: 0, statementForWindow: 0 },
  'src/server/db/driver.ts': { ask: 1 },
  'src/server/db/snapshot.ts': { snapshotRows: 1 },
  'node_modules/@types/pg/index.d.ts': { query: 0 },
};

const SENDER_NAMES = new Set(Object.values(SENDERS).flatMap((senders) => Object.keys(senders)));

export class Sends {
  private readonly checker: ts.TypeChecker;
  private readonly rows: DeclaredRows;
  /** All calls, by the name of what they call. */
  private readonly calls = new Map<string, ts.CallExpression[]>();
  private readonly sending: { readonly call: ts.CallExpression; readonly statement: ts.Expression }[] = [];

  constructor(
    private readonly root: string,
    files: readonly string[],
  ) {
    const program = programOf(root, files);
    this.checker = program.getTypeChecker();
    this.rows = new DeclaredRows(this.checker);
    for (const file of files) this.read(program.getSourceFile(file)!);
    this.findSending();
  }

  all(): Send[] {
    return this.sending.map(({ call, statement }) => this.sendOf(call, statement));
  }

  private read(node: ts.Node): void {
    if (ts.isCallExpression(node)) {
      const name = calledName(node);
      this.calls.set(name, [...(this.calls.get(name) ?? []), node]);
    }
    ts.forEachChild(node, (child) => this.read(child));
  }

  private findSending(): void {
    for (const [name, calls] of this.calls) {
      for (const call of calls.filter((one) => this.maySend(one, name))) {
        const declared = this.declarationOf(call);
        const index = declared && SENDERS[this.pathOf(declared)]?.[declared.name?.getText() ?? ''];
        const statement = index === undefined ? undefined : call.arguments[index];
        if (statement) this.sending.push({ call, statement });
      }
    }
  }

  /** Outside the folder of the database, a call is only asked for its declaration if its name is a sender's: that costs the compiler much. */
  private maySend(call: ts.CallExpression, name: string): boolean {
    const path = this.pathOf(call);
    return !(path in SENDERS) && (path.startsWith('src/server/db/') || SENDER_NAMES.has(name));
  }

  private declarationOf(call: ts.CallExpression): ts.SignatureDeclaration | undefined {
    return this.checker.getResolvedSignature(call)?.getDeclaration() as ts.SignatureDeclaration | undefined;
  }

  private sendOf(call: ts.CallExpression, statement: ts.Expression): Send {
    const statements = new Map<string, Sent>();
    const untold = new Set<string>();
    const impossible = new Set<string>();
    everyChoice((choices) => {
      const callOf = this.oneCallOf(choices);
      const told = textIn(new Evaluation(this.checker, choices, callOf).evaluate(statement));
      if (typeof told !== 'string') return void (told instanceof Impossible ? impossible : untold).add(told.what);
      const row = this.rows.of(call, callOf);
      if (row instanceof Unknown) return void untold.add(row.what);
      const placed = row === NO_CLAIM ? null : { place: this.placeOf(row.call), columns: row.columns };
      statements.set(`${placed?.place} ${told}`, { text: told, row: placed });
    });
    return {
      place: this.placeOf(call),
      statements: [...statements.values()],
      untold: [...(statements.size === 0 ? impossible : []), ...untold],
    };
  }

  /** In one run, every function is entered through one call. */
  private oneCallOf(choices: Choices): (declared: ts.SignatureDeclaration) => ts.CallExpression | null {
    const entered = new Map<ts.Node, ts.CallExpression | null>();
    return (declared) => {
      let call = entered.get(declared);
      if (call === undefined) {
        const calls = (this.calls.get(nameOf(declared)) ?? []).filter((one) => this.declarationOf(one) === declared);
        entered.set(declared, (call = calls.length === 0 ? null : choices.among(calls)));
      }
      return call;
    };
  }

  private pathOf(node: ts.Node): string {
    return node.getSourceFile().fileName.slice(this.root.length + 1);
  }

  private placeOf(node: ts.Node): string {
    return `${this.pathOf(node)}:${node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  }
}

function programOf(root: string, files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile.bind(ts.sys)) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram([...files], { ...options, noEmit: true, skipLibCheck: true });
}

function calledName({ expression }: ts.CallExpression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
}

/** The name under which a function is called; empty: it has none. */
function nameOf(declared: ts.SignatureDeclaration): string {
  const named = declared.name ?? (declared.parent as ts.NamedDeclaration | undefined)?.name;
  return named && ts.isIdentifier(named) ? named.text : '';
}

/** A statement is a text, or an object with one. */
function textIn(value: unknown): string | Unknown {
  const text: unknown = value instanceof Map ? value.get('text') : value;
  if (typeof text === 'string') return numbered(text);
  return text instanceof Unknown ? text : new Unknown('no text');
}

/** Postgres wants the numbers of parameters to be without gaps. */
function numbered(text: string): string {
  const used = [...new Set(text.match(/\$\d+/g))].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  return text.replace(/\$\d+/g, (parameter) => `$${used.indexOf(parameter) + 1}`);
}

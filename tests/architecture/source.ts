/** Reads the sources for the architecture tests: the files, their imports, and the room of each. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GENERATED = 'src/server/db/generated/';

export interface Import {
  /** For the project's files a path from the root without extension, otherwise the package name as written. */
  readonly target: string;
  readonly own: boolean;
  /** Whether only types are imported, which leaves nothing at run time. */
  readonly typeOnly: boolean;
  /** Loaded on demand, not with the file. */
  readonly dynamic: boolean;
}

export interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

/** Every hand-written source file under the given folders. */
export function sources(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: ROOT }))
    .filter((path) => !path.startsWith(GENERATED))
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, imports: importsOf(path, text) };
    });
}

function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean, dynamic = false): void => {
    if (specifier && ts.isStringLiteralLike(specifier)) found.push({ ...resolve(path, specifier.text), typeOnly, dynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false, true);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS));
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    !clause.name &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((item) => item.isTypeOnly)
  );
}

function resolve(from: string, specifier: string): Pick<Import, 'target' | 'own'> {
  if (specifier.startsWith('@/')) return { target: `src/${specifier.slice(2)}`, own: true };
  if (specifier.startsWith('.')) return { target: normalize(join(dirname(from), specifier)), own: true };
  return { target: specifier, own: false };
}

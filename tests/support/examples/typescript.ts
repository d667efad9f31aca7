/** Type-checks the documentation's TypeScript against types generated from the live API description, and runs it. */
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { childEnvironment } from '@/env';
import type { Example } from '@/server/rest/pages/docs/example';
import type { DocsPage } from '@/server/rest/pages/docs/pages';

const PATIENCE_MS = 60_000;

/** Prepended to a page that does not create a client. */
const CLIENT = `import createClient from 'openapi-fetch';
import type { paths } from './rewards.d.ts';
const client = createClient<paths>({ baseUrl: process.env.BASE!, headers: { Authorization: \`Bearer \${process.env.API_KEY}\` } });
`;

/** All TypeScript of a page is one module; null when there is none. */
export function moduleOf({ examples }: Pick<DocsPage, 'examples'>): string | null {
  const blocks = examples.filter(({ language, expects }: Example) => language === 'ts' && !expects.has('file')).map(({ code }) => code);
  if (blocks.length === 0) return null;
  const text = blocks.join('\n');
  return `${text.includes('createClient') ? '' : CLIENT}${text}\nexport {};\n`;
}

/** Links into a folder what its modules import. */
export async function prepare(folder: string): Promise<void> {
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
}

/** The compiler's error messages for files. */
export function complaints(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(process.cwd(), 'node_modules', '@types')],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file, start }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

/** Runs a module with this Node, which strips its types. @returns the lines it printed. */
export function runModule(file: string, variables: Readonly<Record<string, string>>): Promise<string[]> {
  return new Promise((done, failed) => {
    const options = { env: childEnvironment(variables), timeout: PATIENCE_MS };
    execFile(process.execPath, [file], options, (error, stdout, stderr) => {
      if (error) failed(new Error(`${file} failed: ${error.message}\n${stderr}`));
      else done(stdout.split('\n').filter(Boolean));
    });
  });
}

/** What a module must print, by the comments after its `console.log` lines. */
export const printsOf = (text: string): string[] =>
  [...text.matchAll(/^\s*console\.log\(.*\); \/\/ (.+)$/gm)].map(([, printed]) => printed!);

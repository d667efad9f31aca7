import { build, type Plugin } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nativeSpread } from '@/cli/native-spread';

/** Calls whose contexts and inputs are put together on the way through several middlewares. */
const CALLS = `
  import { initTRPC } from '@trpc/server';
  const t = initTRPC.context().create();
  const procedure = t.procedure
    .use(({ ctx, next }) => next({ ctx: { actor: ctx.key, added: undefined } }))
    .use(({ ctx, next }) => next({ ctx: { actor: ctx.actor + '!' } }))
    .input((value) => ({ ...value, first: true }))
    .input((value) => ({ second: value.text }))
    .output((answer) => ({ ...answer, parsed: true }))
    .query(({ ctx, input, path, type }) => ({ ctx: Object.entries(ctx), input: Object.entries(input), path, type, own: Object.hasOwn(input, '__proto__') }));
  const broken = t.procedure.query(() => { throw new Error('broken') });
  const call = (procedure, raw) =>
    procedure({ ctx: { key: 'k', other: 1 }, path: 'p', type: 'query', getRawInput: async () => raw, batchIndex: 0, signal: undefined });
  export default [
    await call(procedure, { text: 'a' }),
    await call(procedure, JSON.parse('{"text":"b","__proto__":{"first":false}}')),
    await call(broken, {}).catch((error) => [error.constructor.name, error.code, error.message]),
  ];`;

async function answers(plugins: Plugin[]): Promise<{ code: string; answers: unknown }> {
  const stdin = { contents: CALLS, resolveDir: fileURLToPath(new URL('.', import.meta.url)) };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, platform: 'node', format: 'esm', target: 'node24', plugins });
  const code = outputFiles[0]!.text;
  const module = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as { default: unknown };
  return { code, answers: module.default };
}

test('bundled calls answer as before, but spread objects by the language', async () => {
  const [plain, native] = await Promise.all([answers([]), answers([nativeSpread])]);
  expect(plain.code).toContain('getOwnPropertyDescriptors');
  expect(native.code).not.toContain('getOwnPropertyDescriptors');
  expect(native.answers).toEqual(plain.answers);
});

test('the build ends with an error when tRPC no longer defines the helper', async () => {
  const stdin = { contents: 'export default 1;', resolveDir: '.' };
  const built = build({ stdin, bundle: true, write: false, logLevel: 'silent', plugins: [nativeSpread] });
  await expect(built).rejects.toThrow('0 modules of tRPC define the helper');
});

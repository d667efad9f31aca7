/** What a page loads up front: whatever is heavy, or only seen later, is imported dynamically. */
import { expect, test } from 'vitest';
import { sources } from './source';

const FILES = new Map(sources('src/app', 'src/components', 'src/trpc', 'src/contract', 'src/domain').map((file) => [file.path, file]));
const fileAt = (target: string) => ['.tsx', '.ts', '/index.ts'].map((ending) => FILES.get(target + ending)).find(Boolean);

/** Every chain of imports that loads something together with a page. */
function* loadedWith(path: string, way: readonly string[] = [], seen = new Set<string>()): Generator<readonly string[]> {
  const here = [...way, path];
  seen.add(path);
  for (const { target, own, typeOnly, dynamic } of FILES.get(path)?.imports ?? []) {
    if (typeOnly || dynamic) continue;
    const next = own ? fileAt(target)?.path : undefined;
    if (next === undefined) yield [...here, target];
    else if (!seen.has(next)) yield* loadedWith(next, here, seen);
  }
  yield here;
}

const ways = [...FILES.keys()].filter((path) => /^src\/app\/.*(page|layout)\.tsx$/.test(path)).flatMap((page) => [...loadedWith(page)]);

const reaching = (what: RegExp): string[] => ways.filter((way) => what.test(way.at(-1) ?? '')).map((way) => way.join(' > '));

/** Schemas, editors and messages: each is heavier than the page that would import it. */
const HEAVY = /^(zod|sonner|cmdk|better-auth|@codemirror|@lezer)(\/|$)/;

test('no page loads a heavy library before it is used', () => {
  expect(ways.length).toBeGreaterThan(1_000);
  expect(reaching(HEAVY)).toEqual([]);
});

test('what opens a dialog loads it when it opens', () => {
  expect(reaching(/^src\/components\/(?!ui\/).*-dialog\.tsx$/)).toEqual([]);
});

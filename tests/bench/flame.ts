/**
 * Draws a profile of V8 (`node --cpu-prof`) as a flame graph: `npm run bench:flame -- profile.cpuprofile graph.svg [title]`.
 * Leaves out functions below 0.5 % of the time, and idle time.
 */
import { readFile, writeFile } from 'node:fs/promises';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A function under its callers, with its total time including callees. */
interface Frame {
  readonly name: string;
  readonly origin: string;
  time: number;
  readonly callees: Map<string, Frame>;
}

const LEAST_SHARE = 0.005;
const WIDTH = 1200;
const ROW = 17;
const TOP = 48;
const LETTER = 6.6;
const LEGEND = 'Orange: the service; blue: packages; green: Node; grey: V8 and the system.';
const COLOURS = { service: '#f2a65a', node: '#9cc5a1', package: '#8fb8de', engine: '#d9d9d9' } as const;

const newFrame = (name: string, origin: string): Frame => ({ name, origin, time: 0, callees: new Map() });

/** Where code comes from: a package name, `node`, `service`, or `engine` for V8 itself. */
function originOf(url: string): string {
  const packaged = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (packaged !== undefined) return packaged;
  if (url.startsWith('node:')) return 'node';
  return url === '' ? 'engine' : 'service';
}

/** The call tree; a function appears once under the same callers. */
function treeOf({ nodes, samples, timeDeltas }: Profile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const root = newFrame('all', 'engine');
  samples.forEach((sample, index) => {
    const path: number[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = callers.get(id)) path.push(id);
    if (byId.get(sample)?.callFrame.functionName === '(idle)') return;
    const time = timeDeltas[index]!;
    root.time += time;
    let frame = root;
    for (const id of path.reverse().slice(1)) {
      const { functionName, url } = byId.get(id)!.callFrame;
      const name = functionName || '(anonymous)';
      const origin = originOf(url);
      const key = `${origin} ${name}`;
      const callee = frame.callees.get(key) ?? newFrame(name, origin);
      frame.callees.set(key, callee);
      callee.time += time;
      frame = callee;
    }
  });
  return root;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const colourOf = (origin: string): string =>
  origin === 'service' || origin === 'node' || origin === 'engine' ? COLOURS[origin] : COLOURS.package;

interface Drawing {
  readonly total: number;
  readonly boxes: string[];
  depth: number;
}

/** Draws callers above callees, slowest first. */
function draw(drawing: Drawing, frame: Frame, left: number, depth: number): void {
  const width = (frame.time / drawing.total) * WIDTH;
  const share = ((frame.time / drawing.total) * 100).toFixed(1);
  drawing.depth = Math.max(drawing.depth, depth);
  const y = TOP + depth * ROW;
  const letters = Math.floor((width - 4) / LETTER);
  const shown = letters < 3 ? '' : frame.name.length <= letters ? frame.name : `${frame.name.slice(0, letters - 1)}…`;
  const label = shown && `<text x="${(left + 2).toFixed(1)}" y="${y + 12}">${escaped(shown)}</text>`;
  drawing.boxes.push(
    `<g><title>${escaped(`${frame.name} (${frame.origin}) ${share} %`)}</title><rect x="${left.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${colourOf(frame.origin)}"/>${label}</g>`,
  );
  let next = left;
  for (const callee of [...frame.callees.values()].sort((a, b) => b.time - a.time)) {
    if (callee.time < drawing.total * LEAST_SHARE) break;
    draw(drawing, callee, next, depth + 1);
    next += (callee.time / drawing.total) * WIDTH;
  }
}

function svgOf(root: Frame, title: string): string {
  const drawing: Drawing = { total: root.time, boxes: [], depth: 0 };
  draw(drawing, root, 0, 0);
  const height = TOP + (drawing.depth + 1) * ROW + 8;
  const heading = `${title}: ${(root.time / 1_000_000).toFixed(1)} s of processor time`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/><text x="4" y="18" font-size="13">${escaped(heading)}</text>`,
    `<text x="4" y="36">${LEGEND}</text>`,
    ...drawing.boxes,
    '</svg>\n',
  ].join('\n');
}

const [from, to, title = 'The process'] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('Name a profile and the file to draw it in.');
await writeFile(to, svgOf(treeOf(JSON.parse(await readFile(from, 'utf8')) as Profile), title));

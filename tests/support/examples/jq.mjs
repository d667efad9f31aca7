/** Stands in for jq on a machine without it: supports a field's path and refuses everything else. */
import { readFileSync } from 'node:fs';

const args = process.argv.slice(2);
const raw = args[0] === '-r';
if (raw) args.shift();
const [path] = args;
if (args.length !== 1 || !/^(\.\w+(\[\d+\])?)+$/.test(path)) {
  process.stderr.write(`jq stand-in: ${args.join(' ')} is not known\n`);
  process.exit(2);
}
let value = JSON.parse(readFileSync(0, 'utf8'));
for (const [, name, index] of path.matchAll(/\.(\w+)(?:\[(\d+)\])?/g)) {
  value = value?.[name];
  if (index !== undefined) value = value?.[Number(index)];
}
process.stdout.write(`${raw && typeof value === 'string' ? value : JSON.stringify(value ?? null)}\n`);

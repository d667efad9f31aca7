/** Estimates the compiled size of a regular expression without compiling it: counted repetition multiplies what it repeats. */

const REPEAT = /\{(\d+)(?:,(\d*))?\}/y;
const CLASS = /\[\^?\]?(?:\\.|[^\]\\])*\]/y;

/** Where a pattern of `REPEAT` or `CLASS` ends when it matches at `at`. */
function matchAt(expression: RegExp, pattern: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(pattern);
}

/** An upper estimate of a pattern's instructions, at least one for each of its parts. */
export function patternSize(pattern: string): number {
  const groups: number[] = [0];
  let last = 0;
  const add = (size: number): void => {
    groups.push((groups.pop() ?? 0) + size);
    last = size;
  };
  for (let at = 0; at < pattern.length;) {
    const repeat = matchAt(REPEAT, pattern, at);
    const set = matchAt(CLASS, pattern, at);
    if (repeat !== null) add(last * Math.max(1, Number(repeat[1]), Number(repeat[2] ?? 0)));
    else if (pattern[at] === '(') groups.push(0);
    else if (pattern[at] === ')' && groups.length > 1) add((groups.pop() ?? 0) + 2);
    else add(1);
    at += repeat?.[0].length ?? set?.[0].length ?? (pattern[at] === '\\' ? 2 : 1);
  }
  return groups.reduce((total, size) => total + size, 1);
}

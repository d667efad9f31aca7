/** Reads codes from a text of lines: the first column of each, without quotes; a heading and empty lines are none. */

export interface CodeLine {
  readonly code: string;
  /** From 1. */
  readonly line: number;
}

const HEADING = 'code';

export function codesIn(text: string): CodeLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  return lines
    .map((line, index) => ({ code: firstColumn(line), line: index + 1 }))
    .filter(({ code, line }) => code !== '' && !(line === 1 && code.toLowerCase() === HEADING));
}

function firstColumn(line: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(line)?.[1];
  return (quoted?.replaceAll('""', '"') ?? line.split(/[,;\t]/)[0] ?? '').trim();
}

/** Parses CSV strictly, for tests that inspect exported files. */

/** The records of a file, keyed by header. @throws when a line violates RFC 4180. */
export function readCsv(text: string): Record<string, string>[] {
  const [header = [], ...lines] = parse(text);
  return lines.map((cells) => {
    if (cells.length !== header.length) throw new Error(`a record has ${cells.length} cells, and the header ${header.length}`);
    return Object.fromEntries(header.map((name, index) => [name, cells[index]!]));
  });
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;

function parse(text: string): string[][] {
  const records: string[][] = [[]];
  for (let at = 0; at < text.length;) {
    CELL.lastIndex = at;
    const found = CELL.exec(text);
    if (!found) throw new Error(`not CSV at ${JSON.stringify(text.slice(at, at + 40))}`);
    records.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n') records.push([]);
    at = CELL.lastIndex;
  }
  return records.filter((record) => record.length > 0);
}

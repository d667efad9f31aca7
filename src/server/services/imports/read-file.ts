/** Parses the records of a CSV file as it streams in, each with the line it begins on, holding no more than one record. */
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';

export interface CsvRecord {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Longer than any valid row: anything longer is an unclosed quote. */
const MAX_RECORD = 256 * 1024;

const invalid = (message: string, line?: number): DomainError =>
  new DomainError('invalid_csv', message, { details: line === undefined ? {} : { line } });

/**
 * Blank lines are skipped.
 * @throws DomainError invalid_csv where the file stops being CSV in UTF-8.
 */
export async function* readCsvRecords(file: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord, void, undefined> {
  // The line on which the next record begins. Counted by the parser, which is ahead of the reader when the file breaks off.
  let line = 1;
  // The first lines of records that are parsed but not yet read.
  const begins: number[] = [];
  const parser = parse({
    relax_column_count: true,
    max_record_size: MAX_RECORD,
    on_record: (cells: string[]) => {
      const blank = cells.length === 1 && cells[0]?.trim() === '';
      if (!blank) begins.push(line);
      line += 1 + cells.reduce((sum, cell) => sum + (cell.match(LINE_ENDS)?.length ?? 0), 0);
      return blank ? null : cells;
    },
  });
  let failure: unknown;
  // Passes an error of the file on to the parser, and one of the parser back to the file.
  pipeline(Readable.from(decoded(file)), parser, (error) => (failure = error));
  try {
    // Without the option `columns`, the parser gives each record as its cells.
    for await (const cells of parser as AsyncIterable<string[]>) {
      yield { line: present(begins.shift(), 'the parser notes where each record begins'), cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? explained(error, line) : (failure ?? error);
  }
}

const LINE_ENDS = /\r\n|\n|\r/g;
const NOT_CLOSED = 'A quoted cell is not closed, or is longer than 256 KiB.';

function explained({ code }: CsvError, line: number): DomainError {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return invalid(`Line ${line}: ${NOT_CLOSED}`, line);
    default:
      return invalid(`Line ${line}: a cell that contains quotes must be enclosed in quotes, with each quote in it doubled.`, line);
  }
}

async function* decoded(file: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw invalid('The file is not UTF-8; save it as "CSV UTF-8".');
    }
  };
  for await (const bytes of file) yield decode(bytes);
  yield decode();
}

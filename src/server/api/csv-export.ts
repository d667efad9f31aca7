/** Declares the routes of CSV exports, and streams each file as its rows are read. */
import { z, type ZodObject } from 'zod';
import { invariant } from '@/domain/assert';
import { csvColumns, csvWriter } from '@/server/platform/input/csv';
import { fieldSchemaOf } from '@/server/platform/input/field-schema';
import { mapPieces } from '@/server/platform/text-stream';
import type { Reply } from './context';
import { route, type Route } from './route';

/** Output of a procedure whose route declares a file. */
export const FilePieces = z.custom<AsyncIterable<string>>().meta({ type: 'string' });

const HOW = `UTF-8 with a header row, commas and CRLF (RFC 4180), compressed if \`Accept-Encoding\` names \`br\` or \`gzip\`. All rows are as of a single moment, in the order of the list, and are written as fast as they are read: the file can be of any size. A text cell that a spreadsheet would run as a formula, because it begins with \`=\`, \`+\`, \`-\` or \`@\`, is prefixed with an apostrophe; numbers and amounts are never changed. An error after the start closes the connection, so a download that ends properly is complete. An export counts as one request; an organization can have two running (429 \`too_many_requests\`), and one that reads nothing for two minutes is ended.`;

/**
 * @param what names the rows, such as `participants`, and with them the file and the list whose filters it takes.
 * @param of the list where it is one of a record, which may be missing.
 */
export function csvExport(what: string, row: ZodObject, of?: string) {
  return route({
    method: 'GET',
    path: `/v1/exports/${what}.csv`,
    summary: `Export ${what.replaceAll('-', ' ')} as CSV`,
    description: `Every row that matches the filters of \`GET ${of ?? `/v1/${what}`}\`. ${HOW}\n\nColumns: ${csvColumns(row).map(described(row)).join(', ')}.`,
    file: { type: 'text/csv; charset=utf-8', name: `${what}.csv`, dated: true },
    errors: of === undefined ? [] : [404],
  });
}

const described = (row: ZodObject) => (name: string) => {
  const description = fieldSchemaOf(row, name)?.description;
  return description ? `\`${name}\` (${description.replace(/\.$/, '')})` : `\`${name}\``;
};

/** The file of the rows that a procedure left in its reply, of a route that also answers in CSV. */
export function csvOfReply({ csv }: Route, { rows }: Reply): AsyncIterable<string> {
  invariant(csv && rows, 'the procedure of a route with CSV leaves every row that is asked for');
  return csvFile(csv, rows, (row) => row);
}

/** @param convert turns one database row into one row of the file, or several. */
export function csvFile<Row, Written extends object>(
  row: ZodObject,
  batches: AsyncIterable<readonly Row[]>,
  convert: (row: Row) => Written | readonly Written[],
): AsyncIterable<string> {
  const { header, lines } = csvWriter(row);
  let unwritten = header;
  const written = (text: string): string => {
    const piece = unwritten + text;
    unwritten = '';
    return piece;
  };
  return mapPieces(
    batches,
    (rows) => written(lines(rows.flatMap(convert))),
    () => (unwritten === '' ? null : written('')),
  );
}

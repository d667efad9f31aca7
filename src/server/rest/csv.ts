/** Rows as CSV (RFC 4180): one column for each scalar field of their schema, in its order. */
import { z } from 'zod';
import { firstHeader, type RestRequest } from './message';

/** Whether the caller wants CSV: `format` decides, else whichever of CSV and JSON `Accept` prefers. */
export function wantsCsv(request: RestRequest, input: Readonly<Record<string, unknown>>): boolean {
  if (input.format !== undefined) return input.format === 'csv';
  const quality = acceptedQualities(firstHeader(request, 'accept') ?? '');
  return (quality.get('text/csv') ?? 0) > (quality.get('application/json') ?? 0);
}

function acceptedQualities(accept: string): ReadonlyMap<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return [type, Number.isNaN(q) ? 0 : q] as const;
    }),
  );
}

/** @param row schema of one row; fields that are objects or lists are left out. */
export function toCsv(row: z.ZodObject, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = Object.keys(row.shape).filter((name) =>
    isScalar(z.toJSONSchema(row.shape[name] as z.ZodType, { unrepresentable: 'any' })),
  );
  const lines = [columns, ...rows.map((values) => columns.map((name) => values[name]))];
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function isScalar({ type, anyOf }: JsonSchema): boolean {
  return type !== 'object' && type !== 'array' && (anyOf ?? []).every((option) => typeof option === 'object' && isScalar(option));
}

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

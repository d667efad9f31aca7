/** Writes rows as CSV, with one column for each scalar field of their schema, in schema order. */
import { z } from 'zod';
import { csvLine, type CellValue } from '@/domain/csv';
import { fieldSchemaOf } from './field-schema';

/** The fields that become columns: objects and lists are left out. */
export const csvColumns = (row: z.ZodObject): string[] =>
  Object.keys(row.shape).filter((name) => {
    const schema = fieldSchemaOf(row, name);
    return schema !== undefined && isScalar(z.toJSONSchema(schema, { unrepresentable: 'any' }));
  });

type JsonSchema = z.core.JSONSchema.BaseSchema;

function isScalar({ type, anyOf }: JsonSchema): boolean {
  return type !== 'object' && type !== 'array' && (anyOf ?? []).every((option) => typeof option === 'object' && isScalar(option));
}

/** Writes rows of one schema, any number at a time. */
export function csvWriter(row: z.ZodObject): { readonly header: string; lines(rows: readonly object[]): string } {
  const columns = csvColumns(row);
  return {
    header: csvLine(columns),
    // The columns are the scalar fields of the schema by which the rows were made.
    lines: (rows) => rows.map((values) => csvLine(columns.map((name) => (values as Record<string, CellValue>)[name]))).join(''),
  };
}

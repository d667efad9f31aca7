/** Defines the columns of a participant file, and reads its cells before any schema validates them. */
import { present } from '@/domain/assert';
import { withoutGuard } from '@/domain/csv';
import { DomainError } from '@/domain/errors';
import { DuplicateNameError, parseExactJson, prototypeFieldPath, RESERVED_NAME } from '@/domain/exact-json';
import { isOneOf } from '@/domain/fields';
import { depthExceeds } from '@/domain/json-depth';
import { PROFILE, PROFILE_FIELDS } from '@/domain/participants/profile';
import { splitTags } from '@/domain/participants/tag-list';
import type { RowFault } from './row';

export const IMPORT_COLUMNS = [
  'external_id',
  ...PROFILE_FIELDS,
  'tags',
  'attributes',
  'status',
  'asset_symbol',
  'opening_balance',
  'expires_at',
  'matures_at',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** A column such as `attribute.plan` sets one attribute, whose cells are text. */
const ATTRIBUTE_PREFIX = 'attribute.';
/** Columns of an export that an import cannot set, and so ignores. */
const PASSED_OVER = ['id', 'created_at', 'updated_at'];

/** The meaning of each column, in the order of the file; null: ignored. */
export type ImportHeader = readonly ({ readonly name: ImportColumn } | { readonly attribute: string } | null)[];

const refuse = (message: string, details: Record<string, unknown> = {}): never => {
  throw new DomainError('invalid_csv', message, { details: { line: 1, ...details } });
};

/** A file without line breaks has a column for every cell; naming the first few is enough to show that. */
const NAMED_MAX = 5;

/** @throws DomainError invalid_csv */
export function readHeader(cells: readonly string[]): ImportHeader {
  const names = cells.map((cell) => cell.trim());
  const [only = ''] = names;
  if (names.length === 1 && /[;\t]/.test(only)) {
    refuse('The columns are separated by semicolons or tabs; save the file as CSV with commas.');
  }
  const header = names.flatMap((name): ImportHeader => {
    const column = columnOf(name);
    return column === undefined ? [] : [column];
  });
  const unknown = names.filter((name) => columnOf(name) === undefined);
  if (unknown.length > 0) {
    const [named, more] = [unknown.slice(0, NAMED_MAX), unknown.length - NAMED_MAX];
    const list = named.map((name) => `"${name}"`).join(', ');
    refuse(`The file has unknown columns: ${list}${more > 0 ? ` and ${more} more` : ''}. Remove or rename them.`, {
      columns: named,
    });
  }
  const doubled = names.filter((name, index) => names.indexOf(name) !== index);
  const [twice] = doubled;
  if (twice !== undefined) refuse(`The file has the column "${twice}" more than once.`, { columns: doubled });
  if (!names.includes('external_id')) refuse('The file needs the column "external_id", which identifies the participant of each row.');
  return header;
}

function columnOf(name: string): ImportHeader[number] | undefined {
  if (PASSED_OVER.includes(name)) return null;
  if (name.startsWith(ATTRIBUTE_PREFIX) && name.length > ATTRIBUTE_PREFIX.length) return { attribute: name.slice(ATTRIBUTE_PREFIX.length) };
  return isOneOf(IMPORT_COLUMNS, name) ? { name } : undefined;
}

interface ReadCells {
  /** By field, in the form that the schema takes; empty cells are left out. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly faults: readonly RowFault[];
}

const NOTHING_GIVEN = /^0+(\.0+)?$/;
const SPACED_AS_WRITTEN: readonly string[] = ['external_id', ...PROFILE_FIELDS.filter((name) => PROFILE[name].kind === 'name')];

/** @param maxDepth of attributes. */
export function readCells(columns: ImportHeader, cells: readonly string[], maxDepth: number): ReadCells {
  if (cells.length !== columns.length) {
    const message = `The row has ${cells.length} cells and the header has ${columns.length}; quote cells that hold commas.`;
    return { fields: {}, faults: [{ field: null, code: 'invalid_csv', message }] };
  }
  const fields: Record<string, unknown> = {};
  const faults: RowFault[] = [];
  const attributes: [string, unknown][] = [];
  for (const [index, column] of columns.entries()) {
    const text = withoutGuard(present(cells[index], 'the row has as many cells as the header'));
    if (column === null || text.trim() === '') continue;
    if ('attribute' in column) attributes.push([column.attribute, text]);
    else if (column.name === 'attributes') attributes.push(...readAttributes(text, maxDepth, faults));
    else if (column.name === 'tags') fields.tags = splitTags(text);
    else if (column.name !== 'opening_balance' || !NOTHING_GIVEN.test(text.trim())) {
      fields[column.name] = SPACED_AS_WRITTEN.includes(column.name) ? text : text.trim();
    }
  }
  if (attributes.length > 0) fields.attributes = Object.fromEntries(attributes);
  faults.push(...attributeFaults(attributes));
  return { fields, faults };
}

const fault = (field: string, message: string): RowFault => ({ field, code: 'validation_error', message });

/** An attribute that two columns give, or that would be lost. */
function attributeFaults(attributes: readonly (readonly [name: string, value: unknown])[]): RowFault[] {
  const names = attributes.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  const lost = attributes.flatMap(([name, value]) => prototypeFieldPath({ [name]: value }) ?? []);
  return [
    ...(twice === undefined ? [] : [fault(`attributes.${twice}`, 'Is given twice in this row; give it once.')]),
    ...lost.map((path) => fault(`attributes.${path}`, RESERVED_NAME)),
  ];
}

function readAttributes(text: string, maxDepth: number, faults: RowFault[]): [string, unknown][] {
  try {
    const parsed = parseExactJson(text);
    if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed) && !depthExceeds(parsed, maxDepth))
      return Object.entries(parsed);
    faults.push(NOT_ATTRIBUTES);
  } catch (error) {
    faults.push(error instanceof DuplicateNameError ? fault('attributes', `${error.message} Give it once.`) : NOT_ATTRIBUTES);
  }
  return [];
}

const NOT_ATTRIBUTES = fault('attributes', 'Must be one JSON object, such as {"plan":"gold"}.');

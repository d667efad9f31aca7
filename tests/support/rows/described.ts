/** Asks Postgres what rows a statement returns, without carrying it out: what it describes, and what its plan says of outer joins. */
import type pg from 'pg';
import '@/server/db/client';
import { nullableOutputs, type Plan } from './plan';

export interface DescribedColumn {
  readonly name: string;
  readonly type: number;
  readonly typeName: string;
  /** Whether Postgres can tell that it may be null, that it is not; undefined: it cannot tell. */
  readonly nullable: boolean | undefined;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

/** The columns of tables, by the numbers of table and column in the catalogue. */
async function columnsOfTables(client: pg.Client): Promise<ReadonlyMap<string, TableColumn>> {
  const { rows } = await client.query<TableColumn & { key: string }>(
    `SELECT a.attrelid || '.' || a.attnum AS key, a.attname AS name, NOT a.attnotnull AS nullable
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE a.attnum > 0 AND c.relkind IN ('r', 'p')`,
  );
  return new Map(rows.map((row) => [row.key, row]));
}

async function namesOfTypes(client: pg.Client): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ type: number; name: string }>('SELECT oid AS type, format_type(oid, NULL) AS name FROM pg_type');
  return new Map(rows.map(({ type, name }) => [type, name]));
}

interface TableColumn {
  readonly name: string;
  readonly nullable: boolean;
}

export class Describer {
  private constructor(
    private readonly client: pg.Client,
    private readonly columns: ReadonlyMap<string, TableColumn>,
    private readonly typeNames: ReadonlyMap<number, string>,
  ) {}

  static async on(client: pg.Client): Promise<Describer> {
    return new Describer(client, await columnsOfTables(client), await namesOfTypes(client));
  }

  /** @throws what Postgres has against the statement. */
  async describe(text: string): Promise<readonly DescribedColumn[]> {
    const fields = await fieldsOf(this.client, text);
    if (fields.length === 0) return [];
    const plan = await this.planOf(text);
    const nulls = nullableOutputs(plan);
    return fields.map((field, index) => ({
      name: field.name,
      type: field.dataTypeID,
      typeName: this.typeNames.get(field.dataTypeID) ?? '',
      nullable: nulls[index] || this.isNullable(field, text),
    }));
  }

  private isNullable({ tableID, columnID }: Field, text: string): boolean | undefined {
    const column = this.columns.get(`${tableID}.${columnID}`);
    return column?.nullable && excludesNull(text, column.name) ? undefined : column?.nullable;
  }

  private async planOf(text: string): Promise<Plan> {
    const { rows } = await this.client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${text}`);
    return rows[0]!['QUERY PLAN'][0].Plan;
  }
}

/** Whether the statement itself leaves rows out in which the column is null. */
const excludesNull = (text: string, column: string): boolean => new RegExp(`\\b${column}\\b[^,]{0,20} IS NOT NULL`, 'i').test(text);

interface Connection {
  parse(statement: { text: string; name: string }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
}

/** A statement that is only parsed. */
function fieldsOf(client: pg.Client, text: string): Promise<readonly Field[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly Field[] = [];
    client.query({
      submit: (connection: Connection) => {
        connection.parse({ text, name: '' });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription: (message: { fields: readonly Field[] }) => (fields = message.fields),
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as unknown as pg.Submittable);
  });
}

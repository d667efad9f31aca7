/**
 * A statement that travels with all others that its connection is asked for in the same turn of the event loop, as one message with one answer. What
 * follows a statement that failed is refused, as in any transaction. Postgres describes the rows of a prepared statement once for each connection.
 */
import { DatabaseError, Query, types, type FieldDef, type QueryResultRow } from 'pg';
import { present } from '@/domain/assert';
import { asParameter } from './parameters';

/** A connection as the driver has it, of which its declarations leave out much. */
interface Wire {
  readonly submittedNamedStatements: Record<string, string>;
  parse(message: { name: string | undefined; text: string }): void;
  bind(message: { statement: string | undefined; values: readonly (string | Buffer | null)[] }): void;
  describe(message: { type: 'P' }): void;
  execute(message: null): void;
  sync(): void;
  emit(event: 'readyForQuery' | 'errorMessage', message: object): void;
}

interface Columns {
  readonly all: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
  /** A row whose columns are all null. */
  readonly empty: Readonly<Record<string, null>>;
}

const NO_COLUMNS: Columns = { all: [], empty: {} };

/** What is known of a connection. */
interface Line {
  /** Of prepared statements, by name. */
  readonly columns: Map<string, Columns>;
  /** The last statement of the turn; null when nothing was sent in it. */
  last: PipelinedStatement | null;
}

const lines = new WeakMap<Wire, Line>();

function lineOf(connection: Wire): Line {
  const known = lines.get(connection);
  if (known) return known;
  const line: Line = { columns: new Map(), last: null };
  lines.set(connection, line);
  return line;
}

/** Postgres answers once it is asked to, and tries again what is sent after that. */
function endTurn(connection: Wire, line: Line): void {
  if (line.last === null) return;
  line.last = null;
  connection.sync();
}

/** The code of a statement that was not tried, since one before it had failed. */
export const IN_FAILED_TRANSACTION = '25P02';
/** Also to a savepoint. */
const ROLLBACK = /^ROLLBACK\b/;

class Refused extends DatabaseError {
  override readonly code = IN_FAILED_TRANSACTION;

  constructor() {
    super('a statement that travelled before this one failed', 0, 'error');
  }
}

export class PipelinedStatement extends Query {
  declare readonly text: string;
  readonly name: string | undefined;
  readonly values: unknown[];
  /** Parameters travel apart from the text, also when there are none. */
  readonly queryMode = 'extended';
  /** Set by the driver. */
  declare callback: (error: Error | null, result?: { readonly rows: readonly QueryResultRow[] }) => void;
  declare hasBeenParsed: (connection: Wire) => boolean;
  private columns: Columns | null = null;
  /** Whether Postgres is asked for the columns. */
  private isDescribed = false;
  private readonly found: QueryResultRow[] = [];
  private failure: Error | null = null;
  /** The next statement of the turn. */
  private next: PipelinedStatement | null = null;

  /** @param name under which each connection prepares it; none for a statement that will not come again. */
  constructor(text: string, values: readonly unknown[] = [], name?: string) {
    super(text);
    this.values = values as unknown[]; // which the driver does not change
    this.name = name;
  }

  /** The driver's way to send it. @throws TypeError, RangeError for a value that cannot be written. */
  prepare(connection: Wire): void {
    const values = this.values.map(asParameter);
    const line = lineOf(connection);
    // Within a turn that failed it would be refused.
    if (ROLLBACK.test(this.text)) endTurn(connection, line);
    if (!this.hasBeenParsed(connection)) {
      connection.parse({ name: this.name, text: this.text });
      if (this.name !== undefined) connection.submittedNamedStatements[this.name] = this.text;
    }
    connection.bind({ statement: this.name, values });
    this.columns = this.name === undefined ? null : (line.columns.get(this.name) ?? null);
    this.isDescribed = this.columns === null;
    if (this.isDescribed) connection.describe({ type: 'P' });
    connection.execute(null);
    if (line.last) line.last.next = this;
    else process.nextTick(endTurn, connection, line);
    line.last = this;
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.columns = {
      all: fields.map(({ name, dataTypeID }) => ({ name, parse: types.getTypeParser(dataTypeID, 'text') })),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields: texts }: { readonly fields: readonly (string | null)[] }): void {
    const { all, empty } = present(this.columns, 'rows come after their description');
    const row: QueryResultRow = { ...empty };
    try {
      all.forEach(({ name, parse }, index) => {
        const text = texts[index] ?? null;
        if (text !== null) row[name] = parse(text);
      });
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
    }
    this.found.push(row);
  }

  handleCommandComplete(_: unknown, connection: Wire): void {
    if (this.isDescribed && this.name !== undefined) lineOf(connection).columns.set(this.name, this.columns ?? NO_COLUMNS);
    // The driver goes on to the next statement once Postgres is ready for it, which it says only at the end of a turn.
    if (this.next) connection.emit('readyForQuery', { status: 'T' });
  }

  handleReadyForQuery(): void {
    if (this.failure) this.callback(this.failure);
    else this.callback(null, { rows: this.found });
  }

  /** Also when the connection is lost, which the driver tells each statement. */
  handleError(error: Error, connection: Wire): void {
    this.callback(error);
    if (!(error instanceof DatabaseError) || error instanceof Refused) return;
    for (let refused = this.next; refused; refused = refused.next) {
      connection.emit('readyForQuery', { status: 'E' });
      connection.emit('errorMessage', new Refused());
    }
  }
}

/** Keeps what an assistant reads within the programs that it was granted. A grant of all programs passes everything. */
import { DomainError } from '@/domain/errors';
import type { ProgramRule } from './tools/declaration';

type Fields = Readonly<Record<string, unknown>>;

/** Ids compare in lower case, as they are answered. */
export class GrantedPrograms {
  constructor(private readonly ids: readonly string[] | null) {}

  /** Whether the tool opens at all: what spans all programs does not where only some were granted. */
  opens(rule: ProgramRule): boolean {
    return this.ids === null || rule !== 'every';
  }

  /**
   * The input, with the one program that was granted where it names none.
   * @throws DomainError mcp_program_not_allowed.
   */
  narrowed(rule: ProgramRule, input: Fields): Fields {
    if (this.ids === null) return input;
    if (rule === 'every') throw refusal('This tool reads across all programs, and this connection covers only some of them.');
    if (rule === 'answer' || rule === 'programs' || rule === 'none') return input;
    const named = input[rule] ?? (rule === 'program_id' && this.ids.length === 1 ? this.ids[0] : undefined);
    if (named === undefined) throw refusal(`Send one program in \`${rule}\`: this connection covers ${this.ids.join(', ')}.`, rule);
    // What is no text is for the procedure to refuse.
    if (typeof named === 'string' && !this.has(named)) throw refusal('This connection does not cover the program.', rule);
    return { ...input, [rule]: named };
  }

  /**
   * What was read, without rows of other programs.
   * @throws DomainError mcp_program_not_allowed when it is itself of another program.
   */
  within(rule: ProgramRule, answer: Fields): Fields {
    if (this.ids === null || rule === 'none') return answer;
    const { data } = answer;
    if (Array.isArray(data)) {
      const belongs = (row: Fields) => (rule === 'programs' ? this.has(row.id) : rule !== 'answer' || this.belonging(row) === true);
      return { ...answer, data: (data as Fields[]).filter(belongs).flatMap((row) => this.pruned(row)) };
    }
    if (rule === 'answer' && this.belonging(answer) !== true)
      throw refusal('This connection does not cover the program that this belongs to.');
    return this.pruned(answer)[0] ?? {};
  }

  private has(id: unknown): boolean {
    return typeof id === 'string' && this.ids !== null && this.ids.includes(id.toLowerCase());
  }

  /** Whether a record is of a granted program; undefined when it names none. A row of a timeline names it one level below. */
  private belonging(record: Fields): boolean | undefined {
    if (typeof record.program_id === 'string') return this.has(record.program_id);
    if (Array.isArray(record.program_ids)) return record.program_ids.some((id) => this.has(id));
    const below = Object.values(record).filter(isRecord);
    return below
      .map(({ program_id }) => (typeof program_id === 'string' ? this.has(program_id) : undefined))
      .find((known) => known !== undefined);
  }

  /** The record, with nothing in it of other programs; nothing at all when it is of one itself. */
  private pruned(record: Fields): Fields[] {
    if (this.belonging(record) === false) return [];
    return [Object.fromEntries(Object.entries(record).map(([name, value]) => [name, this.prunedValue(name, value)]))];
  }

  private prunedValue(name: string, value: unknown): unknown {
    if (name === 'program_ids' && Array.isArray(value)) return value.filter((id) => this.has(id));
    if (Array.isArray(value)) return value.flatMap((item: unknown) => (isRecord(item) ? this.pruned(item) : [item]));
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.prunedValue(key, inner)])) : value;
  }
}

const isRecord = (value: unknown): value is Fields => value !== null && typeof value === 'object' && !Array.isArray(value);

const refusal = (message: string, param?: string) =>
  new DomainError('mcp_program_not_allowed', message, param === undefined ? {} : { param });

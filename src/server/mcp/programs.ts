/** Restricts what an assistant reads to the programs it was granted; a grant of all programs restricts nothing. */
import { DomainError } from '@/domain/errors';
import { isRecord } from '@/domain/fields';
import type { ProgramRule } from './tools/declaration';

type Fields = Readonly<Record<string, unknown>>;

/** Ids are compared in lower case, the form in which they are returned. */
export class GrantedPrograms {
  constructor(private readonly ids: readonly string[] | null) {}

  /** Whether the tool is available at all: one that spans all programs is not where only some were granted. */
  opens(rule: ProgramRule): boolean {
    return this.ids === null || rule !== 'every';
  }

  /**
   * The input; where it names no program and only one was granted, with that program.
   * @throws DomainError mcp_program_not_allowed.
   */
  narrowed(rule: ProgramRule, input: Fields): Fields {
    if (this.ids === null) return input;
    if (rule === 'every') throw refusal('This tool reads across all programs, and this connection covers only some of them.');
    if (rule === 'answer' || rule === 'programs' || rule === 'none') return input;
    const named = input[rule] ?? (rule === 'program_id' && this.ids.length === 1 ? this.ids[0] : undefined);
    if (named === undefined) throw refusal(`Send one program in \`${rule}\`: this connection covers ${this.ids.join(', ')}.`, rule);
    // A value that is not text is for the procedure to reject.
    if (typeof named === 'string' && !this.has(named)) throw refusal('This connection does not cover the program.', rule);
    return { ...input, [rule]: named };
  }

  /**
   * The result, without rows of other programs.
   * @throws DomainError mcp_program_not_allowed when the result itself belongs to another program.
   */
  within(rule: ProgramRule, answer: Fields): Fields {
    if (this.ids === null || rule === 'none') return answer;
    const { data } = answer;
    if (Array.isArray(data)) {
      const belongs = (row: Fields) => (rule === 'programs' ? this.has(row.id) : rule !== 'answer' || this.belonging(row) === true);
      return {
        ...answer,
        data: data
          .filter(isRecord)
          .filter(belongs)
          .flatMap((row) => this.pruned(row)),
      };
    }
    if (rule === 'answer' && this.belonging(answer) !== true)
      throw refusal('This connection does not cover the program that this belongs to.');
    return this.pruned(answer)[0] ?? {};
  }

  private has(id: unknown): boolean {
    return typeof id === 'string' && this.ids !== null && this.ids.includes(id.toLowerCase());
  }

  /** Whether a record belongs to a granted program; undefined when it names none. A timeline row names it one level below. */
  private belonging(record: Fields): boolean | undefined {
    if (typeof record.program_id === 'string') return this.has(record.program_id);
    if (Array.isArray(record.program_ids)) return record.program_ids.some((id) => this.has(id));
    const below = Object.values(record).filter(isRecord);
    return below
      .map(({ program_id }) => (typeof program_id === 'string' ? this.has(program_id) : undefined))
      .find((known) => known !== undefined);
  }

  /** The record, stripped of anything from other programs; empty when it belongs to one itself. */
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

const refusal = (message: string, param?: string) =>
  new DomainError('mcp_program_not_allowed', message, param === undefined ? {} : { param });

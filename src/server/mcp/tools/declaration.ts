/** What is declared of a tool: which read procedure it calls, which scope opens it, and how its programs are told apart. */
import type { McpScope } from '@/domain/mcp';

/**
 * How a grant of some programs narrows a tool. A field: the program that the input names there.
 * `answer`: what was read names its programs. `programs`: its rows are programs. `none`: it concerns no program.
 * `every`: it reads across all programs, so that only a grant of all of them opens it.
 */
export type ProgramRule = 'program_id' | 'id' | 'programId' | 'answer' | 'programs' | 'none' | 'every';

export interface ToolDeclaration {
  readonly name: string;
  /** Dotted name of a query. */
  readonly procedure: string;
  readonly scope: McpScope;
  readonly programs: ProgramRule;
  readonly title: string;
  /** What it answers, for somebody who chooses among tools. */
  readonly description: string;
}

export type ToolRow = readonly [name: string, procedure: string, programs: ProgramRule, title: string, description: string];

export const AMOUNTS = 'Amounts are decimal strings in units of the asset.';
export const PAGED = 'Paged: send `pagination.next_cursor` of an answer as `cursor` to get the next page.';

export const declared = (scope: McpScope, rows: readonly ToolRow[]): ToolDeclaration[] =>
  rows.map(([name, procedure, programs, title, description]) => ({ name, procedure, scope, programs, title, description }));

/** Declares a tool: which read procedure it calls, which scope opens it, and how it is restricted to programs. */
import type { McpScope } from '@/domain/mcp';

/**
 * How a grant of only some programs restricts a tool. A field name: the input names the program in that field.
 * `answer`: the result names its programs. `programs`: its rows are programs. `none`: it concerns no program.
 * `every`: it reads across all programs, so that only a grant of all of them opens it.
 */
export type ProgramRule = 'program_id' | 'id' | 'programId' | 'answer' | 'programs' | 'none' | 'every';

export interface ToolDeclaration {
  readonly name: string;
  /** The dotted name of a query. */
  readonly procedure: string;
  readonly scope: McpScope;
  readonly programs: ProgramRule;
  readonly title: string;
  /** What it answers, for a model or person choosing among tools. */
  readonly description: string;
}

type ToolRow = readonly [name: string, procedure: string, programs: ProgramRule, title: string, description: string];

export const AMOUNTS = 'Amounts are decimal strings in units of the asset.';
export const PAGED = 'Paged: send `pagination.next_cursor` as `cursor` for the next page.';

export const declared = (scope: McpScope, rows: readonly ToolRow[]): ToolDeclaration[] =>
  rows.map(([name, procedure, programs, title, description]) => ({ name, procedure, scope, programs, title, description }));

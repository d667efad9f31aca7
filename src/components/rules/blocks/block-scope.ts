/** What a block is within: its group, and the lists whose items it is about. */
import type { Block, GroupMatch } from '@/domain/rules/blocks/block';
import type { Variables } from '@/domain/rules/sentence/field-words';

export interface BlockScope {
  readonly match: GroupMatch | 'alone';
  /** Its place among the parts of its group. */
  readonly index: number;
  /** The parts of its group. */
  readonly parts: readonly Block[];
  /** Whether its group is within another group. */
  readonly canLeave: boolean;
  /** The innermost list: the name of its items, and its path in the event; empty for a list of anything else. */
  readonly item: { readonly variable: string; readonly list: string } | null;
  /** The path of the list of each variable. */
  readonly lists: ReadonlyMap<string, string>;
  readonly variables: Variables;
}

const ALONE = { match: 'alone', index: 0, parts: [], canLeave: false } as const;

export const WHOLE: BlockScope = { ...ALONE, item: null, lists: new Map(), variables: new Map() };

/** Within a list, whose items the variable names. */
export function withinItems({ lists, variables }: BlockScope, variable: string, list: string, areGroups: boolean): BlockScope {
  const outer = [...variables.keys()].map((name): [string, 'outer'] => [name, 'outer']);
  return {
    ...ALONE,
    item: { variable, list },
    lists: new Map([...lists, [variable, list]]),
    variables: new Map<string, 'item' | 'group' | 'outer'>([...outer, [variable, areGroups ? 'group' : 'item']]),
  };
}

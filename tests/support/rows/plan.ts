/** Tells from the plan of a statement which of its columns may be null, whatever the tables say. */

export interface Plan {
  readonly Output?: readonly string[];
  readonly Plans?: readonly Plan[];
  readonly Alias?: string;
  readonly Strategy?: string;
  readonly 'Node Type': string;
  readonly 'Join Type'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Parent Relationship'?: string;
}

export function nullableOutputs(plan: Plan): readonly boolean[] {
  const aliases = new Set(outerAliases(plan));
  const subplans = new Map(nodesOf(plan).map((node) => [node['Subplan Name'] ?? '', node]));
  const mayBeEmpty = (name: string): boolean => {
    const node = subplans.get(name);
    return node !== undefined && (!isWholeAggregate(node) || isNullable((node.Output?.[0] ?? '').replaceAll('"', ''), node));
  };
  const isNullable = (output: string, node: Plan): boolean => {
    const expression = bare(output);
    const column = /^(\w+)\.\w+$/.exec(expression);
    const subplan = /^(?:SubPlan|InitPlan) \d+/.exec(expression);
    if (column) return aliases.has(column[1]!);
    if (subplan) return mayBeEmpty(subplan[0]);
    return (
      NULLABLE.test(expression) ||
      (NAMES.test(expression) && namesOf(expression).some((name) => aliases.has(name))) ||
      (isWholeAggregate(node) && AGGREGATE.test(expression))
    );
  };
  return (plan.Output ?? []).map((output) => isNullable(output.replaceAll('"', ''), plan));
}

const NULLABLE = /^(NULL|NULLIF\(.*\)|CASE [^]* ELSE NULL(::[\w ()]+)? END)$/;
/** An expression that is null where something in it is. */
const NAMES = /^(?![^]*(COALESCE|CASE|IS (NOT )?NULL|DISTINCT|SubPlan|EXISTS|\bcount\())/;
const namesOf = (expression: string): string[] => [...expression.matchAll(/\b(\w+)\.\w+/g)].map(([, name]) => name!);
/** What is null where there are no rows. */
const AGGREGATE = /^(max|min|sum|avg|array_agg|json_agg|jsonb_agg|string_agg|bool_and|bool_or)\([^]*\)$/;

/** One row, whether or not there are any to aggregate. */
function isWholeAggregate(plan: Plan): boolean {
  if (plan['Node Type'] === 'Aggregate') return plan.Strategy === 'Plain';
  const [only, other] = plan.Plans ?? [];
  return (
    only !== undefined &&
    other === undefined &&
    ['Sort', 'Limit', 'Result', 'Subquery Scan'].includes(plan['Node Type']) &&
    isWholeAggregate(only)
  );
}

/** An expression without the parentheses and casts around it. */
function bare(output: string): string {
  const cast = /^([^]*)::[\w" ]+(\(\d+(,\d+)?\))?(\[\])?$/.exec(output);
  if (cast && isWhole(cast[1]!)) return bare(cast[1]!);
  return output.startsWith('(') && output.endsWith(')') && isWhole(output.slice(1, -1)) ? bare(output.slice(1, -1)) : output;
}

/** Whether its parentheses close in order. */
function isWhole(text: string): boolean {
  let open = 0;
  for (const letter of text) {
    if (letter === '(') open++;
    if (letter === ')' && --open < 0) return false;
  }
  return open === 0;
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** What may have no row where it is joined. */
const outerAliases = (plan: Plan): string[] =>
  nodesOf(plan).flatMap((node) => {
    const type = node['Join Type'];
    return [
      ...(type === 'Left' || type === 'Full' ? aliasesOf(node, 'Inner') : []),
      ...(type === 'Right' || type === 'Full' ? aliasesOf(node, 'Outer') : []),
    ];
  });

/** The names of what is on one side of a join. */
const aliasesOf = ({ Plans = [] }: Plan, side: 'Outer' | 'Inner'): string[] =>
  Plans.filter((plan) => plan['Parent Relationship'] === side)
    .flatMap(nodesOf)
    .flatMap(({ Alias }) => (Alias ? [Alias] : []));

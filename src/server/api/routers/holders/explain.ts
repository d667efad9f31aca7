import { BalanceExplanation, ExplainBalance } from '@/contract/explain';
import { presentExplanation } from '@/server/api/present/explain';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { explainBalance } from '@/server/services/balances/explain-balance';
import type { HolderKind } from './holder';

export const explainBalanceRoute = ({ noun, path, Path, find }: HolderKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/balances/explain`,
        summary: `Explain the balances of a ${noun}`,
        description: [
          'For every unit that ever came in: the event, the rule with its version, the journal entry and the lot that brought it, and where it lies now or which entry took it. One row for what one entry brought, newest first.',
          'Exact to the last digit: `amount` is what is held of it plus `spent_amount`, and what is held of all rows, less `overdrafts`, is the balance. Holds, releases, settlements and maturity leave value the row that it is; a settlement begins a row only for what it adds.',
          'A LOT asset is followed from lot to lot. Units of a SIMPLE asset cannot be told apart: what takes them takes the oldest of their bucket and hold.',
          'Every request follows the whole history of the balance, up to 50,000 postings; beyond that the answer is `unprocessable`. Name `program_id` and `asset_id` to follow one balance.',
        ].join('\n\n'),
        errors: [404, 422],
      }),
    )
    .input(ExplainBalance.safeExtend(Path.shape))
    .output(BalanceExplanation)
    .query(async ({ ctx, input: { id, ...query } }) => presentExplanation(await explainBalance(ctx, await find(ctx, id), query)));

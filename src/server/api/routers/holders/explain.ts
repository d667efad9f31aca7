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
          'For all value that ever came in: the event, the rule with its version, the journal entry and the lot that brought it, and where it is now or which entry took it. Each row is what one entry brought, newest first.',
          'The figures are exact to the last digit: `amount` is what is held of it plus `spent_amount`, and the sum of what is held in all rows, minus `overdrafts`, is the balance. Holds, releases, settlements and maturity do not start a new row; a settlement does so only for what it adds.',
          'A LOT asset is traced from lot to lot. Units of a SIMPLE asset cannot be told apart: a debit takes the oldest of the bucket and hold.',
          'Every request traces the whole history of the balance, up to 50,000 postings; beyond that it is refused as `unprocessable`. Send `program_id` and `asset_id` to trace a single balance.',
        ].join('\n\n'),
        errors: [404, 422],
      }),
    )
    .input(ExplainBalance.safeExtend(Path.shape))
    .output(BalanceExplanation)
    .query(async ({ ctx, input: { id, ...query } }) => presentExplanation(await explainBalance(ctx, await find(ctx, id), query)));

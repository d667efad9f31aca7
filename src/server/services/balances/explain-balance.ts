/** Explains each unit of a holder's balances: where it came from, and where it is now or what consumed it. */
import { EXPLAINED_PARTS_MAX, type ExplainBalance } from '@/contract/explain';
import { DomainError } from '@/domain/errors';
import type { Holder } from '@/domain/ledger/accounts';
import { Explanation, type LotPart, type Portion, type Spending } from '@/domain/ledger/explain';
import type { Ctx } from '@/server/platform/context';
import { computedPage, type KeysetPage } from '@/server/db/keyset';
import { listHolderAccounts, readMovements, type HolderAccountRow } from '@/server/db/repositories/ledger/account-movements';
import { loadLineages, type LotLineage } from '@/server/db/repositories/ledger/lot-lineage';
import { loadEntryFacts, type EntryFacts } from '@/server/db/repositories/ledger/entry-facts';
import { withTransaction, type Tx } from '@/server/db/transaction';

/** The most postings one request follows; a second or two of work. */
const MAX_POSTINGS = 50_000;

/** The last parts, as many as one row lists, and the count of those left out. */
export interface Truncated<Part> {
  readonly parts: readonly Part[];
  readonly omitted: number;
}

export interface ExplainedPortion {
  readonly account: HolderAccountRow;
  readonly portion: Portion;
  readonly lots: Truncated<LotPart>;
  readonly spent: Truncated<Spending>;
  /** Where lots that arrived by transfer originated. */
  readonly lineages: readonly LotLineage[];
}

export interface ExplainedOverdraft {
  readonly account: HolderAccountRow;
  readonly overdraft: readonly Spending[];
  readonly spent: Truncated<Spending>;
}

export interface ExplainedBalance {
  readonly page: KeysetPage<ExplainedPortion>;
  readonly overdrafts: readonly ExplainedOverdraft[];
  /** The entries shown, by id. */
  readonly entries: ReadonlyMap<string, EntryFacts>;
}

/** @throws DomainError unprocessable when there are more than 50,000 postings to follow. */
export function explainBalance(ctx: Ctx, holder: Holder, query: Omit<ExplainBalance, 'id'>): Promise<ExplainedBalance> {
  const organizationId = ctx.organization.id;
  return withTransaction(async (tx) => {
    const accounts = await listHolderAccounts(tx, organizationId, holder, query, MAX_POSTINGS + 1);
    assertBounded(accounts);
    const explained: ExplainedAccount[] = [];
    for (const account of accounts) explained.push({ account, explanation: await explainAccount(tx, organizationId, holder, account) });
    const candidates = explained.flatMap((own, index) => portionsOf(own, index, query.held_only)).sort(newestFirst);
    const list = { name: 'explained-balances', keys: 3, organizationId, query: { ...query, holder: holder.id } };
    const { rows, nextCursor } = computedPage(list, candidates, ({ position }) => position);
    const overdrafts = explained.filter(({ explanation }) => explanation.overdraft.length > 0).map(explainOverdraft);
    const lineages = await loadLineages(
      tx,
      organizationId,
      holder,
      rows.map(({ portion }) => portion.origin.id),
    );
    const page = { rows: explainRows(explained, rows, lineages), nextCursor };
    const shownLineages = page.rows.flatMap((row) => row.lineages.map(({ first_entry_id }) => first_entry_id));
    const origins = [...page.rows.map(({ portion }) => portion.origin.id), ...shownLineages];
    const spendings = [...page.rows, ...overdrafts].flatMap(({ spent }) => spent.parts.map(({ entry }) => entry.id));
    return { page, overdrafts, entries: await loadEntryFacts(tx, organizationId, [...new Set([...origins, ...spendings])], origins) };
  });
}

function assertBounded(accounts: readonly HolderAccountRow[]): void {
  if (accounts.reduce((total, { postings }) => total + postings, 0) <= MAX_POSTINGS) return;
  const [advice, param] =
    accounts.length === 1 ? ['read its journal entries instead', 'id'] : ['name one `program_id` and `asset_id`', 'asset_id'];
  throw new DomainError('unprocessable', `There are more than ${MAX_POSTINGS.toLocaleString('en')} postings to follow; ${advice}.`, {
    param,
  });
}

interface ExplainedAccount {
  readonly account: HolderAccountRow;
  readonly explanation: Explanation;
}

async function explainAccount(tx: Tx, organizationId: string, holder: Holder, account: HolderAccountRow): Promise<Explanation> {
  const explanation = new Explanation(account.inventory_mode);
  await readMovements(tx, organizationId, holder, account, (entry, movements) => explanation.add(entry, movements));
  return explanation;
}

interface Candidate extends ExplainedAccount {
  readonly portion: Portion;
  /** Sequence of its entry in the journal, index of its account, and its own index within the account. */
  readonly position: readonly [number, number, number];
}

function portionsOf(own: ExplainedAccount, index: number, heldOnly: boolean): Candidate[] {
  const candidates = own.explanation.portions.map((portion, number): Candidate => ({
    ...own,
    portion,
    position: [portion.origin.sequence, index, number],
  }));
  return heldOnly ? candidates.filter(({ portion }) => Object.values(portion.held).some((amount) => !amount.isZero())) : candidates;
}

const newestFirst = ({ position: a }: Candidate, { position: b }: Candidate): number => b[0] - a[0] || b[1] - a[1] || b[2] - a[2];

function explainRows(
  explained: readonly ExplainedAccount[],
  rows: readonly Candidate[],
  lineages: readonly LotLineage[],
): ExplainedPortion[] {
  const lots = new Map(
    explained.flatMap(({ account, explanation }) => [
      ...explanation.lotsOf(rows.filter((row) => row.account === account).map(({ portion }) => portion)),
    ]),
  );
  return rows.map(({ account, explanation, portion }) => ({
    account,
    portion,
    lots: shown(lots.get(portion) ?? []),
    spent: shown(portion.spent),
    lineages: lineagesOf(portion, explanation, lineages).slice(0, EXPLAINED_PARTS_MAX),
  }));
}

/** Lineages of the portion's lot; for a portion that only filled an overdraft, those of the lots that no portion filled. */
function lineagesOf({ origin, lotId }: Portion, { portions }: Explanation, lineages: readonly LotLineage[]): LotLineage[] {
  const arrived = lineages.filter(({ arrived_by }) => arrived_by === origin.id);
  if (lotId !== null || arrived.length === 0) return arrived.filter(({ lot_id }) => lot_id === lotId);
  const filled = new Set(portions.map((portion) => portion.lotId));
  return arrived.filter(({ lot_id }) => !filled.has(lot_id));
}

const explainOverdraft = ({ account, explanation: { overdraft } }: ExplainedAccount): ExplainedOverdraft => ({
  account,
  overdraft,
  spent: shown(overdraft),
});

const shown = <Part>(parts: readonly Part[]): Truncated<Part> => ({
  parts: parts.slice(-EXPLAINED_PARTS_MAX),
  omitted: Math.max(0, parts.length - EXPLAINED_PARTS_MAX),
});

/** Tells of each unit of a holder's balances where it came from, and where it lies or what took it. */
import { EXPLAINED_PARTS_MAX, type ExplainBalance } from '@/contract/explain';
import { DomainError } from '@/domain/errors';
import { accountKey, type Holder } from '@/domain/ledger/accounts';
import { Explanation, type LotPart, type Portion, type Spending } from '@/domain/ledger/explain';
import type { Ctx } from '@/server/context';
import { computedPage, type KeysetPage } from '@/server/db/keyset';
import { countPostings, readAccountEntries, type AccountsFilter, type ReadAccount } from '@/server/db/repositories/account-entries';
import { loadEntryCauses, type EntryCause } from '@/server/db/repositories/entry-causes';
import { withTransaction, type Tx } from '@/server/db/transaction';

/** What one request follows at most: about a second of work. */
const MAX_POSTINGS = 100_000;

/** As many parts as one row lists, the last ones. */
export interface Shown<Part> {
  readonly parts: readonly Part[];
  readonly omitted: number;
}

export interface ExplainedPortion {
  readonly account: ReadAccount;
  readonly portion: Portion;
  readonly lots: Shown<LotPart>;
  readonly spent: Shown<Spending>;
}

export interface ExplainedOverdraft {
  readonly account: ReadAccount;
  readonly overdraft: readonly Spending[];
  readonly spent: Shown<Spending>;
}

export interface ExplainedBalance {
  readonly page: KeysetPage<ExplainedPortion>;
  readonly overdrafts: readonly ExplainedOverdraft[];
  /** Of every entry that is shown, by id. */
  readonly causes: ReadonlyMap<string, EntryCause>;
}

interface ExplainedAccount {
  readonly account: ReadAccount;
  /** Its place among the accounts, in the order of their first entries. */
  readonly number: number;
  readonly explanation: Explanation;
}

/** @throws DomainError unprocessable when there are more than 100,000 postings to follow. */
export function explainBalance(ctx: Ctx, holder: Holder, query: Omit<ExplainBalance, 'id'>): Promise<ExplainedBalance> {
  const organizationId = ctx.organization.id;
  const filter = { holderId: holder.id, programId: query.program_id ?? null, assetId: query.asset_id ?? null };
  return withTransaction(async (tx) => {
    await assertBounded(tx, organizationId, filter);
    const accounts = await explainAccounts(tx, organizationId, filter);
    const candidates = accounts.flatMap((explained) => portionsOf(explained, query.held_only)).sort(newestFirst);
    const list = { name: 'explained-balances', organizationId, query: { ...query, holder: holder.id } };
    const { rows, nextCursor } = computedPage(list, candidates, positionOf);
    const lots = lotsOf(accounts, rows);
    const page = { rows: rows.map((row) => explainPortion(row, lots)), nextCursor };
    const overdrafts = accounts.filter(({ explanation }) => explanation.overdraft.length > 0).map(explainOverdraft);
    const origins = page.rows.map(({ portion }) => portion.origin.id);
    const spendings = [...page.rows, ...overdrafts].flatMap(({ spent }) => spent.parts.map(({ entry }) => entry.id));
    return { page, overdrafts, causes: await loadEntryCauses(tx, organizationId, [...new Set([...origins, ...spendings])], origins) };
  });
}

async function assertBounded(tx: Tx, organizationId: string, filter: AccountsFilter): Promise<void> {
  if ((await countPostings(tx, organizationId, filter, MAX_POSTINGS + 1)) <= MAX_POSTINGS) return;
  const narrowed = filter.programId !== null && filter.assetId !== null;
  const advice = narrowed ? 'read its journal entries instead' : 'name one `program_id` and `asset_id`';
  throw new DomainError('unprocessable', `There are more than ${MAX_POSTINGS.toLocaleString('en')} postings to follow; ${advice}.`);
}

async function explainAccounts(tx: Tx, organizationId: string, filter: AccountsFilter): Promise<ExplainedAccount[]> {
  const accounts = new Map<string, ExplainedAccount>();
  await readAccountEntries(tx, organizationId, filter, (account, entry) => {
    const key = accountKey(filter.holderId, account.programId, account.assetId);
    const known = accounts.get(key) ?? { account, number: accounts.size, explanation: new Explanation(account.inventoryMode) };
    accounts.set(key, known);
    known.explanation.add(entry);
  });
  return [...accounts.values()];
}

interface Candidate {
  readonly explained: ExplainedAccount;
  readonly portion: Portion;
  readonly number: number;
}

function portionsOf(explained: ExplainedAccount, heldOnly: boolean): Candidate[] {
  const candidates = explained.explanation.portions.map((portion, number) => ({ explained, portion, number }));
  return heldOnly ? candidates.filter(({ portion }) => Object.values(portion.held).some((amount) => !amount.isZero())) : candidates;
}

const positionOf = ({ explained, portion, number }: Candidate): number[] => [portion.origin.sequence, explained.number, number];
const newestFirst = (a: Candidate, b: Candidate): number =>
  b.portion.origin.sequence - a.portion.origin.sequence || b.explained.number - a.explained.number || b.number - a.number;

function lotsOf(accounts: readonly ExplainedAccount[], rows: readonly Candidate[]): Map<Portion, LotPart[]> {
  return new Map(
    accounts.flatMap((account) => [
      ...account.explanation.lotsOf(rows.filter(({ explained }) => explained === account).map(({ portion }) => portion)),
    ]),
  );
}

const explainPortion = ({ explained, portion }: Candidate, lots: ReadonlyMap<Portion, LotPart[]>): ExplainedPortion => ({
  account: explained.account,
  portion,
  lots: shown(lots.get(portion) ?? []),
  spent: shown(portion.spent),
});

const explainOverdraft = ({ account, explanation: { overdraft } }: ExplainedAccount): ExplainedOverdraft => ({
  account,
  overdraft,
  spent: shown(overdraft),
});

const shown = <Part>(parts: readonly Part[]): Shown<Part> => ({
  parts: parts.slice(-EXPLAINED_PARTS_MAX),
  omitted: Math.max(0, parts.length - EXPLAINED_PARTS_MAX),
});

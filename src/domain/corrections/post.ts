/** Decides the lines of a correction one after another on the accounts as they are now. A line that cannot be posted holds up no other. */
import { present } from '@/domain/assert';
import { combine, type Decision, type NewId } from '@/domain/decision';
import { DomainError, type ErrorCode } from '@/domain/errors';
import { accountKey, type AccountKey, type AccountState, type AssetTerms, type Holder } from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import { correct } from '@/domain/ledger/correct';
import { NO_TERMS } from '@/domain/ledger/credit';
import type { ShortfallPolicy } from '@/domain/ledger/debit';
import { correctionReference } from '@/domain/ledger/references';
import { resolveTerms } from '@/domain/ledger/terms';
import { sumAmounts, type Amount } from '@/domain/money';

export interface CorrectionTerms {
  readonly id: string;
  readonly organizationId: string;
  readonly programId: string;
  readonly description: string;
  readonly shortfallPolicy: ShortfallPolicy;
  /** The lifetime of the lots it gives, as a duration; null: they never expire. */
  readonly expiresIn: string | null;
}

export interface PlannedLine {
  readonly id: string;
  readonly holder: Holder;
  readonly assetId: string;
  /** Signed: positive credits the holder, negative debits. */
  readonly difference: Amount;
}

/** What the lines are posted on. */
export interface PostingStage {
  readonly now: Date;
  readonly newId: NewId;
  /** Changed in place as lines are decided. */
  readonly accounts: Map<AccountKey, AccountState>;
  /** Assets by id, or why the program cannot move the asset. */
  readonly assets: ReadonlyMap<string, AssetTerms | ErrorCode>;
  /** Holders that are not active at present, and why. */
  readonly inactive: ReadonlyMap<string, ErrorCode>;
}

/** SKIPPED: nothing can be done about it now. FAILED: it can be tried again once the cause is fixed. */
export type LineOutcome = { readonly lineId: string } & (
  | { readonly status: 'POSTED'; readonly posted: Amount; readonly entryId: string }
  | { readonly status: 'SKIPPED' | 'FAILED'; readonly reason: ErrorCode }
);

export function postLines(
  correction: CorrectionTerms,
  lines: readonly PlannedLine[],
  stage: PostingStage,
): { decision: Decision; outcomes: LineOutcome[] } {
  const decisions: Decision[] = [];
  const outcomes = lines.map((line): LineOutcome => {
    const reason = stage.inactive.get(line.holder.id);
    if (reason) return { lineId: line.id, status: 'SKIPPED', reason };
    const asset = stage.assets.get(line.assetId) ?? 'asset_not_found';
    if (typeof asset === 'string') return { lineId: line.id, status: 'FAILED', reason: asset };
    try {
      const decision = decide(correction, line, asset, stage);
      const [entry] = decision.entries;
      if (!entry) return { lineId: line.id, status: 'SKIPPED', reason: 'insufficient_funds' };
      for (const [key, account] of advanceAll(stage.accounts, decision, stage.now)) stage.accounts.set(key, account);
      decisions.push(decision);
      const own = entry.postings.filter(({ account }) => account.id === line.holder.id && account.type === line.holder.type);
      return { lineId: line.id, status: 'POSTED', posted: sumAmounts(own.map(({ amount }) => amount)), entryId: entry.id };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { lineId: line.id, status: 'FAILED', reason: error.code };
    }
  });
  return { decision: combine(decisions), outcomes };
}

function decide(
  correction: CorrectionTerms,
  { holder, difference }: PlannedLine,
  asset: AssetTerms,
  { now, newId, accounts }: PostingStage,
): Decision {
  const { organizationId, programId, shortfallPolicy, expiresIn, description } = correction;
  const accountOf = (id: string): AccountState =>
    present(
      accounts.get(accountKey(id, programId, asset.id)),
      'the accounts of the lines that can be posted, and their wallets, were loaded',
    );
  const account = accountOf(holder.id);
  const wallet = asset.issuancePolicy === 'PREFUNDED' ? accountOf(programId) : null;
  const living = asset.inventoryMode === 'LOT' && expiresIn !== null;
  return correct({ organizationId, programId, asset, now, newId }, account, wallet, {
    holder,
    difference,
    shortfallPolicy,
    terms: living ? resolveTerms({ expires_in: expiresIn }, now) : NO_TERMS,
    description,
    referenceId: correctionReference(correction.id),
    cause: null,
  });
}

import { describe, expect, test } from 'vitest';
import { postLines, type CorrectionTerms, type PlannedLine, type PostingStage } from '@/domain/corrections/post';
import { accountKey, type AccountKey, type AccountState, type AssetTerms } from '@/domain/ledger/accounts';
import { SHORTFALL_POLICIES } from '@/domain/choices';
import { amountOf } from '@/domain/money';
import { accountWith, ADA, assetWith, NOW, PROGRAM, walletWith } from '../ledger/support';

const TERMS: CorrectionTerms = {
  id: 'c1',
  organizationId: 'organization',
  programId: PROGRAM,
  description: 'The rule was wrong',
  shortfallPolicy: 'PARTIAL',
  expiresIn: null,
};

function stageWith(asset: AssetTerms, accounts: readonly AccountState[], more: Partial<PostingStage> = {}): PostingStage {
  let made = 0;
  const keyed = accounts.map((account): [AccountKey, AccountState] => [accountKey(account.id, PROGRAM, asset.id), account]);
  return {
    now: NOW,
    newId: () => `id-${(made += 1)}`,
    accounts: new Map(keyed),
    assets: new Map([[asset.id, asset]]),
    inactive: new Map(),
    ...more,
  };
}

const line = (difference: string, more: Partial<PlannedLine> = {}): PlannedLine => ({
  id: `line ${difference}`,
  holder: ADA,
  assetId: 'asset',
  difference: amountOf(difference),
  ...more,
});

function outcomeOf(terms: Partial<CorrectionTerms>, planned: PlannedLine, stage: PostingStage) {
  const { decision, outcomes } = postLines({ ...TERMS, ...terms }, [planned], stage);
  const [outcome] = outcomes;
  const shown = outcome!.status === 'POSTED' ? outcome!.posted.toFixed() : outcome!.reason;
  expect(decision.entries.length).toBe(outcome!.status === 'POSTED' ? 1 : 0);
  return [outcome!.status, shown];
}

describe('what is to be taken', () => {
  const EXPECTED: Record<(typeof SHORTFALL_POLICIES)[number], Record<string, readonly [string, string]>> = {
    REJECT: {
      '20': ['POSTED', '-12'],
      '12': ['POSTED', '-12'],
      '5': ['FAILED', 'insufficient_funds'],
      '0': ['FAILED', 'insufficient_funds'],
      '-3': ['FAILED', 'insufficient_funds'],
    },
    PARTIAL: {
      '20': ['POSTED', '-12'],
      '12': ['POSTED', '-12'],
      '5': ['POSTED', '-5'],
      '0': ['SKIPPED', 'insufficient_funds'],
      '-3': ['SKIPPED', 'insufficient_funds'],
    },
    ALLOW_NEGATIVE: {
      '20': ['POSTED', '-12'],
      '12': ['POSTED', '-12'],
      '5': ['POSTED', '-12'],
      '0': ['POSTED', '-12'],
      '-3': ['POSTED', '-12'],
    },
  };
  const CASES = SHORTFALL_POLICIES.flatMap((policy) =>
    Object.entries(EXPECTED[policy]).map(([available, expected]) => [policy, available, expected] as const),
  );

  test.each(CASES)('under %s from somebody who has %s', (shortfallPolicy, available, expected) => {
    expect(outcomeOf({ shortfallPolicy }, line('-12'), stageWith(assetWith(), [accountWith({ available }, '3')]))).toEqual(expected);
  });

  test('never comes out of what is held or matures later', () => {
    const stage = stageWith(assetWith(), [accountWith({ available: '2', held: '50', deferred: '50' })]);
    expect(outcomeOf({}, line('-12'), stage)).toEqual(['POSTED', '-2']);
  });
});

describe('what is to be given', () => {
  test('goes to AVAILABLE with the terms that were asked for, counted from when it is posted', () => {
    const stage = stageWith(assetWith({ inventoryMode: 'LOT' }), [accountWith()]);
    const { decision } = postLines({ ...TERMS, expiresIn: '2d' }, [line('7')], stage);
    expect(decision.lots[0]!.lot).toMatchObject({
      bucket: 'AVAILABLE',
      maturesAt: null,
      expiresAt: new Date(NOW.getTime() + 2 * 86_400_000),
    });
    expect(decision.entries[0]).toMatchObject({
      type: 'CORRECTION',
      referenceId: 'service:correction:c1',
      description: 'The rule was wrong',
      cause: null,
    });
    expect(decision.budgets).toEqual([]);
  });

  test('stops where the wallet is empty, and the next line meets what the ones before it left', () => {
    const bob = { type: 'PARTICIPANT', id: 'bob' } as const;
    const asset = assetWith({ issuancePolicy: 'PREFUNDED' });
    const stage = stageWith(asset, [accountWith(), { ...accountWith(), id: 'bob' }, walletWith('10')]);
    const { outcomes } = postLines(TERMS, [line('7'), line('5', { holder: bob }), line('3', { holder: bob })], stage);
    expect(outcomes.map(({ status }) => status)).toEqual(['POSTED', 'FAILED', 'POSTED']);
    expect(stage.accounts.get(accountKey(PROGRAM, PROGRAM, 'asset'))!.balance.available.toFixed()).toBe('0');
  });
});

test('whoever takes part in nothing is skipped, and an asset that is not moved fails, each with the reason', () => {
  const stage = (more: Partial<PostingStage>) => stageWith(assetWith(), [accountWith()], more);
  expect(outcomeOf({}, line('7'), stage({ inactive: new Map([['ada', 'participant_inactive']]) }))).toEqual([
    'SKIPPED',
    'participant_inactive',
  ]);
  expect(outcomeOf({}, line('7'), stage({ assets: new Map([['asset', 'program_suspended']]) }))).toEqual(['FAILED', 'program_suspended']);
  expect(outcomeOf({}, line('7'), stageWith(assetWith({ status: 'ARCHIVED' }), [accountWith()]))).toEqual(['FAILED', 'asset_archived']);
});

/** The asset with which the overview opens. */
import { expect, test } from 'vitest';
import type { FlowRow } from '@/server/db/repositories/reports/ledger-flows';
import { assetFigures, chosenAsset, type FigureWindow } from '@/server/services/overview/asset-figures';

type Row = Pick<FlowRow<FigureWindow>, 'asset_id' | 'part' | 'more'> & Partial<FlowRow<FigureWindow>>;

/** Rows by symbol, as the ledger's flows are read. */
function opened(rows: readonly Row[], wanted?: string): string | undefined {
  const flows = rows.map((row): FlowRow<FigureWindow> => ({ program_id: 'p', scale: 2, span: 0, type: 'CREDIT', less: '0', ...row }));
  return chosenAsset(assetFigures(flows), flows, wanted)?.assetId;
}

const ever = (asset_id: string, more: string, rest: Partial<Row> = {}): Row => ({ asset_id, more, part: 'EVER', ...rest });
const now = (asset_id: string, more: string, rest: Partial<Row> = {}): Row => ({ asset_id, more, part: 'NOW', ...rest });

test('it is the one that was asked for, if that ever moved', () => {
  const rows = [ever('a', '1'), now('a', '1'), ever('b', '1')];
  expect([opened(rows, 'b'), opened(rows, 'c')]).toEqual(['b', 'a']);
});

test('else the one that moved in the most spans of the period, whatever came before', () => {
  const rows = [ever('a', '900'), now('a', '500'), now('b', '1'), now('b', '1', { span: 1 }), ever('b', '2')];
  expect(opened(rows)).toBe('b');
});

test('else the one of which most moved, in or out', () => {
  expect(opened([ever('a', '50'), now('a', '9'), now('b', '4', { less: '-6', type: 'DEBIT' }), ever('b', '40')])).toBe('b');
});

test('else the one of which most is owed, and none before anything moved', () => {
  expect(opened([ever('a', '5'), ever('b', '10', { less: '-4' })])).toBe('b');
  expect(opened([])).toBeUndefined();
});

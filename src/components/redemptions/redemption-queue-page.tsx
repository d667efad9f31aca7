/** The redemptions that wait to be captured or cancelled; many can be ended at once. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString } from 'nuqs';
import { useState } from 'react';
import type { Redemption } from '@/contract/redemption';
import type { Column } from '@/components/data-table/column';
import { FilterBar } from '@/components/data-table/filters';
import { AssetFilter } from '@/components/assets/asset-filter';
import { liveList, useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { BulkDialog } from './bulk-dialog';
import { useRedemptionColumns } from './columns';
import { RESOLUTION_VERBS, RESOLUTIONS, type Resolution } from './moves';
import { RedeemDialog } from './redeem-dialog';
import { RedemptionDetail } from './redemption-detail';
import { RedemptionViews } from './redemption-views';

const FILTERS = { asset_id: parseAsString };
const NO_ROWS: Redemption[] = [];

export function RedemptionQueuePage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at']);
  const program = useProgramFilter();
  const query = useQuery(useTRPC().redemptions.list.queryOptions({ ...input, program_id: program, status: 'PENDING' }, liveList(state)));
  const rows = query.data?.data ?? NO_ROWS;
  const columns = useRedemptionColumns(rows, true);
  const selection = useSelection(rows, columns.nameOf);
  const creation = useCreation('New redemption');
  const { change } = useMay();
  const shown = [columns.participant, columns.what, columns.amount, columns.expires, columns.created];
  return (
    <>
      <PageHeader title="Redemptions" description="Reserved value that waits to be captured or cancelled." actions={creation.button} />
      <RedemptionViews />
      <FilterBar>
        <AssetFilter value={values.asset_id} onChange={(asset_id) => set({ asset_id })} />
        {change && rows.length > 0 && <SelectionBar {...selection} total={rows.length} />}
      </FilterBar>
      <RecordTable
        title="Redemption"
        path="/redemptions"
        detail={(id) => <RedemptionDetail id={id} />}
        name="Waiting redemptions"
        columns={change ? [selection.column, ...shown] : shown}
        query={query}
        state={state}
        empty={<EmptyState title="Nothing waits: every redemption is captured, cancelled or failed." />}
      />
      {selection.resolving && <BulkDialog {...selection.resolving} nameOf={columns.nameOf} onClose={selection.close} />}
      {creation.creating && <RedeemDialog onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}

/** What is chosen of the shown rows. What is resolved is kept while its dialog is open, however the rows change below it. */
function useSelection(rows: readonly Redemption[], nameOf: ReturnType<typeof useRedemptionColumns>['nameOf']) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [resolving, setResolving] = useState<{ resolution: Resolution; redemptions: readonly Redemption[] } | null>(null);
  const chosen = rows.filter(({ id }) => ids.has(id));
  const toggle = (id: string) => setIds(new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]));
  const column: Column<Redemption> = {
    header: 'Chosen',
    control: true,
    cell: (row) => (
      <input
        type="checkbox"
        className="accent-accent size-4 align-middle"
        aria-label={`Choose the redemption of ${row.amount} by ${nameOf({ participant_id: row.participant_id })}`}
        checked={ids.has(row.id)}
        onClick={(event) => event.stopPropagation()}
        onChange={() => toggle(row.id)}
      />
    ),
    text: () => '',
  };
  return {
    column,
    count: chosen.length,
    chooseAll: () => setIds(new Set(chosen.length === rows.length ? [] : rows.map(({ id }) => id))),
    begin: (resolution: Resolution) => setResolving({ resolution, redemptions: chosen }),
    resolving,
    close: () => {
      setResolving(null);
      setIds(new Set());
    },
  };
}

interface SelectionBarProps {
  count: number;
  total: number;
  chooseAll: () => void;
  begin: (resolution: Resolution) => void;
}

const SelectionBar = ({ count, total, chooseAll, begin }: SelectionBarProps) => (
  <>
    <Button onClick={chooseAll}>{count === total ? 'Choose none' : `Choose all ${total} shown`}</Button>
    {count > 0 &&
      RESOLUTIONS.map((resolution) => (
        <Button key={resolution} onClick={() => begin(resolution)}>
          {RESOLUTION_VERBS[resolution]} {count}
        </Button>
      ))}
  </>
);

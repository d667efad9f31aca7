/** Charts what fell due during a move and when, with the records; filters by kind or by step. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { ClockMoveDetail } from '@/contract/clock-move';
import { HAPPENING_KINDS, type HappeningKind } from '@/domain/sandbox/timeline';
import { FilterBar } from '@/components/data-table/filters';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS, useRefetchOn } from '@/components/ui/live';
import { Part } from '@/components/ui/detail';
import { OutcomeChart } from '@/components/ui/outcome-chart';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { HAPPENING_WORDS } from './happening-words';
import { Happenings } from './happenings';
import { nextStep, stepLabel, stepsOf, totalsOf } from './steps';

const WHOLE = 'WHOLE';
/** Rows shown of each kind, and of a kind shown alone. */
const SHOWN = { all: 5, one: 50 } as const;
const NAMES = { DAY: 'day', MONTH: 'month', YEAR: 'year' } as const;
const digits = new Intl.NumberFormat('en');

export function MoveTimeline({ move }: { move: ClockMoveDetail }) {
  const [{ kind, at: wanted }, choose] = useQueryStates(
    { kind: parseAsStringLiteral(HAPPENING_KINDS), at: parseAsString },
    { history: 'push' },
  );
  const totals = totalsOf(move);
  if (totals.size === 0)
    return (
      <div className="panel">
        <EmptyState title={move.status === 'RUNNING' ? 'Nothing has happened on the way yet.' : 'Nothing fell due on the way.'} />
      </div>
    );
  const steps = stepsOf(move, kind);
  const at = steps.find(({ start }) => start === wanted)?.start ?? null;
  const options = [
    { value: WHOLE, label: 'The whole way' },
    ...steps
      .filter(({ start, done, failed }) => done + failed > 0 || start === at)
      .map(({ start, done, failed }) => ({ value: start, label: `${stepLabel(move.step, start)} (${digits.format(done + failed)})` })),
  ];
  return (
    <>
      <Kinds totals={totals} chosen={kind} onChoose={(next) => void choose({ kind: next })} />
      <Part
        title={`How much happened each ${NAMES[move.step]}?`}
        actions={
          <Select
            aria-label={`Which ${NAMES[move.step]}`}
            options={options}
            value={at ?? WHOLE}
            onChange={(next) => void choose({ at: next === WHOLE ? null : next })}
          />
        }
      >
        <div className="panel p-4">
          <OutcomeChart
            caption="What happened on the way"
            done="Happened"
            legend={`By ${NAMES[move.step]}, in UTC`}
            spans={steps.map(({ start, ...counts }) => ({ at: start, ...counts }))}
            label={(start) => stepLabel(move.step, start)}
            chosen={at}
            onOpen={(start) => void choose({ at: start === at ? null : start })}
          />
        </div>
      </Part>
      <Records move={move} kind={kind} at={at} />
    </>
  );
}

function Kinds({
  totals,
  chosen,
  onChoose,
}: {
  totals: ReadonlyMap<HappeningKind, number>;
  chosen: HappeningKind | null;
  onChoose: (kind: HappeningKind | null) => void;
}) {
  return (
    <FilterBar>
      {[...totals].map(([kind, total]) => (
        <Button
          key={kind}
          size="small"
          aria-pressed={kind === chosen}
          className={kind === chosen ? 'bg-accent-soft border-accent' : undefined}
          onClick={() => onChoose(kind === chosen ? null : kind)}
        >
          {HAPPENING_WORDS[kind].many} <span className="text-ink-soft tabular-nums">{digits.format(total)}</span>
        </Button>
      ))}
    </FilterBar>
  );
}

function Records({ move, kind, at }: { move: ClockMoveDetail; kind: HappeningKind | null; at: string | null }) {
  const limit = kind === null ? SHOWN.all : SHOWN.one;
  const window = at === null ? {} : { from: at, to: nextStep(move.step, at) };
  const query = useQuery(
    useTRPC().sandbox.move.queryOptions(
      { id: move.id, items_per_kind: limit, ...window },
      { placeholderData: keepPreviousData, refetchInterval: move.status === 'RUNNING' ? LIVE_MS : false },
    ),
  );
  useRefetchOn(move.status, query.refetch);
  const shown = query.data && query.data.items.filter((item) => kind === null || item.kind === kind);
  const cut = query.data && [...totalsOf(query.data)].some(([each, total]) => total > limit && (kind === null || each === kind));
  return (
    <Part title={at === null ? 'What happened' : `What happened: ${stepLabel(move.step, at)}`}>
      <Happenings query={{ ...query, data: shown && { data: shown } }} />
      {cut && (
        <p className="text-ink-soft mt-2 text-xs">
          The first {limit} of {kind === null ? 'each kind' : 'them'}; choose {kind === null && 'a kind or '}a {NAMES[move.step]} to see
          more.
        </p>
      )}
    </Part>
  );
}

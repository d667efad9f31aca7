/** Shows the fields that a program's events contain, beside those its rules read. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { Outputs } from '@/trpc/outputs';
import { SHAPE_WINDOW_DAYS_DEFAULT } from '@/contract/choices';
import { OfOneProgram } from '@/components/rules/of-one-program';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { CodeBlock } from '@/components/ui/json-view';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { FieldsTable } from './fields-table';
import { ShapeWarnings } from './shape-warnings';

export type ShapeInventory = Outputs['rules']['eventShapes'];
type Shape = ShapeInventory['inventory']['shapes'][number];

const WINDOWS = ['1', '7', '30'] as const;
const WINDOW_LABELS = { 1: 'The last day', 7: 'The last 7 days', 30: 'The last 30 days' } as const;
/** All event types together. */
const ALL = 'ALL';

const PARAMETERS = {
  days: parseAsStringLiteral(WINDOWS).withDefault(`${SHAPE_WINDOW_DAYS_DEFAULT}`),
  shape: parseAsString.withDefault(ALL),
};

export const EventShapesPage = () => (
  <>
    <PageHeader
      title="Event shapes"
      description="The fields that your events really have, beside those that rules read. Values are never shown."
    />
    <OfOneProgram>{(programId) => <Shapes programId={programId} />}</OfOneProgram>
  </>
);

function Shapes({ programId }: { programId: string }) {
  const [{ days }, set] = useQueryStates(PARAMETERS);
  const input = { programId, window_days: Number(days) };
  const query = useQuery(useTRPC().rules.eventShapes.queryOptions(input, { placeholderData: keepPreviousData }));
  return (
    <>
      <div className="mb-4 max-w-xs">
        <Field label="Window" required>
          <Select
            options={WINDOWS.map((value) => ({ value, label: WINDOW_LABELS[value] }))}
            value={days}
            onChange={(next) => void set({ days: next })}
          />
        </Field>
      </div>
      <Detail query={query}>{(data) => (data.inventory.sample_size === 0 ? <NoEvent data={data} /> : <Content data={data} />)}</Detail>
    </>
  );
}

const NoEvent = ({ data }: { data: ShapeInventory }) => (
  <>
    <ShapeWarnings warnings={data.warnings} />
    <div className="panel">
      <EmptyState title="No event arrived in this time. Once one does, its fields appear here." />
    </div>
  </>
);

const keyOf = ({ event_type, event_name }: Shape): string => `${event_type}/${event_name ?? ''}`;

function labelOf({ event_type, event_name, sample_size }: Shape): string {
  const name = event_name ?? 'without a type';
  return `${name}${event_type === 'SYSTEM' ? ', made by rules' : ''} (${sample_size})`;
}

function Content({ data }: { data: ShapeInventory }) {
  const [{ shape: chosen }, set] = useQueryStates(PARAMETERS);
  const { inventory, references } = data;
  const shape = inventory.shapes.find((one) => keyOf(one) === chosen);
  const options = [
    { value: ALL, label: `All events (${inventory.sample_size})` },
    ...inventory.shapes.map((one) => ({ value: keyOf(one), label: labelOf(one) })),
  ];
  return (
    <div className="flex flex-col gap-4">
      <Sample data={data} />
      <ShapeWarnings warnings={data.warnings} />
      <div className="max-w-xs">
        <Field label="Events" required>
          <Select options={options} value={shape ? chosen : ALL} onChange={(next) => void set({ shape: next === ALL ? null : next })} />
        </Field>
      </div>
      <FieldsTable fields={(shape ?? inventory).fields} read={new Set(references.event_paths)} />
      {(shape ?? inventory).truncated && <p className="text-ink-soft">Not all fields are shown here.</p>}
      {shape?.examples.map((example, index) => (
        <CodeBlock key={index} label={`Example ${index + 1}, with its values masked`} text={JSON.stringify(example, null, 2)} />
      ))}
    </div>
  );
}

function Sample({ data }: { data: ShapeInventory }) {
  const { sample_size, payloads_omitted, from } = data.current_window;
  return (
    <p className="text-ink-soft">
      {sample_size} {sample_size === 1 ? 'event' : 'events'} sampled, received since <RelativeTime at={from} />
      {payloads_omitted > 0 && `; ${payloads_omitted} too large to analyze`}.
    </p>
  );
}

/**
 * Compares the shapes of a program's recent events with those before and with what its active rules read, and reads which values fields with few of them
 * have.
 */
import type { EventShapesQuery } from '@/contract/event-shapes';
import type { SeenValuesQuery } from '@/contract/seen-values';
import { present } from '@/domain/assert';
import { referencesOf } from '@/domain/rules/references';
import { compareShapes, type ShapeReport } from '@/domain/rules/shapes/compare';
import type { EventReferences } from '@/domain/rules/shapes/event-references';
import type { SampledEvent } from '@/domain/rules/shapes/inventory';
import { seenValues, type SeenField } from '@/domain/rules/shapes/seen-values';
import { shapeWindows, type ShapeWindow } from '@/domain/rules/shapes/window';
import { drawEvents, type SampleRow } from '@/server/db/repositories/events/event-samples';
import { latestPayloads, latestStates } from '@/server/db/repositories/rules/latest-records';
import { loadRuleConfiguration } from '@/server/db/repositories/rules/rule-configurations';
import { autocommit, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { instantAsked } from '@/server/services/point-in-time';
import { getProgram } from '@/server/services/programs/programs';

const LATEST = 1_000;
/** Limits on payload bytes, for one sample and for one event. */
const BYTE_LIMIT = 2 * 1024 * 1024;
const BYTES_PER_EVENT = 64 * 1024;
const CANDIDATES_PER_SLICE = 500;
/** Beyond as many programs at once, they share what so many may read. */
const PROGRAMS_IN_FULL = 8;

export interface SampledWindow extends ShapeWindow {
  readonly events: readonly SampledEvent[];
  readonly sampleLimit: number;
  readonly byteLimit: number;
  readonly bytesPerEvent: number;
  readonly bytesAnalyzed: number;
  readonly omitted: number;
}

export interface EventShapes extends ShapeReport {
  readonly programId: string;
  readonly asOf: Date;
  readonly current: SampledWindow;
  readonly baseline: SampledWindow;
  readonly references: EventReferences;
}

/** @throws DomainError not_found; invalid_parameter when `as_of` is in the future on the organization's clock. */
export async function readEventShapes(ctx: Ctx, query: EventShapesQuery): Promise<EventShapes> {
  const program = await getProgram(ctx, query.programId, 'programId');
  const asOf = instantAsked(ctx, query.as_of) ?? ctx.clock.now();
  const windows = shapeWindows(asOf, query.window_days);
  const [current, baseline, references] = await Promise.all([
    sampleWindow(ctx, autocommit, program.id, windows.current, query.sample_limit),
    sampleWindow(ctx, autocommit, program.id, windows.baseline, query.sample_limit),
    activeReferences(ctx, program),
  ]);
  return { programId: program.id, asOf, current, baseline, references, ...compareShapes(current.events, baseline.events, references) };
}

/** Samples the events of a window that are small enough to analyse, and counts those left out. */
async function sampleWindow(
  ctx: Ctx,
  tx: Pick<Tx, 'query'>,
  programId: string,
  window: ShapeWindow,
  sampleLimit: number,
): Promise<SampledWindow> {
  const samples = await sampleWindows(ctx, tx, [programId], window, sampleLimit);
  return present(samples.get(programId), 'every program asked for has a sample');
}

/** The same for several programs in one statement, bounded in what it reads however many they are. */
export async function sampleWindows(
  ctx: Ctx,
  tx: Pick<Tx, 'query'>,
  programIds: readonly string[],
  window: ShapeWindow,
  sampleLimit: number,
): Promise<ReadonlyMap<string, SampledWindow>> {
  const share = Math.min(1, PROGRAMS_IN_FULL / programIds.length);
  const limits = { sampleLimit, byteLimit: Math.floor(BYTE_LIMIT * share), bytesPerEvent: BYTES_PER_EVENT };
  const candidatesPerSlice = Math.ceil(CANDIDATES_PER_SLICE * share);
  const rows = await drawEvents(tx, ctx.organization.id, { programIds, ...window, ...limits, limit: sampleLimit, candidatesPerSlice });
  const byProgram = Map.groupBy(rows, ({ program_id }) => program_id);
  return new Map(programIds.map((id) => [id, { ...window, ...limits, ...sampleOf(byProgram.get(id) ?? []) }]));
}

function sampleOf(rows: readonly SampleRow[]): Pick<SampledWindow, 'events' | 'bytesAnalyzed' | 'omitted'> {
  const events = rows.flatMap(({ event_type, created_at, event_data }) =>
    event_data === null ? [] : [{ eventType: event_type, observedAt: created_at, payload: event_data }],
  );
  const bytesAnalyzed = rows.reduce((sum, { bytes, event_data }) => (event_data === null ? sum : sum + bytes), 0);
  return { events, bytesAnalyzed, omitted: rows.length - events.length };
}

async function activeReferences(ctx: Ctx, program: { id: string; rule_configuration_version: number }): Promise<EventReferences> {
  const { rules } = await loadRuleConfiguration(autocommit, ctx.organization.id, program.id, program.rule_configuration_version);
  const { eventPaths, dynamicEventPaths } = referencesOf(
    rules.filter(({ status }) => status === 'ACTIVE').flatMap(({ expressions }) => expressions),
  );
  return { eventPaths: [...eventPaths].sort(), dynamicEventPaths: [...dynamicEventPaths].sort() };
}

interface SeenSample {
  readonly sampleSize: number;
  readonly fields: readonly SeenField[];
}

export interface ProgramValues {
  readonly programId: string;
  readonly asOf: Date;
  readonly events: SeenSample;
  readonly participants: SeenSample;
}

/** @throws DomainError not_found. */
export async function readSeenValues(ctx: Ctx, { programId }: SeenValuesQuery): Promise<ProgramValues> {
  const program = await getProgram(ctx, programId, 'programId');
  const scope = { organizationId: ctx.organization.id, programId: program.id, limit: LATEST };
  const [events, participants] = await Promise.all([
    latestPayloads(scope, { byteLimit: BYTE_LIMIT, bytesPerEvent: BYTES_PER_EVENT }),
    latestStates(scope),
  ]);
  const sampled = (records: Parameters<typeof seenValues>[0]): SeenSample => ({ sampleSize: records.length, fields: seenValues(records) });
  return { programId: program.id, asOf: ctx.clock.now(), events: sampled(events), participants: sampled(participants) };
}

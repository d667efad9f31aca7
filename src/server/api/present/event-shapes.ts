/** Presents the shapes of events, and the values that their fields have had. */
import type { EventShapeInventory } from '@/contract/event-shapes';
import type { SeenValues } from '@/contract/seen-values';
import type { EventShape, FieldShape } from '@/domain/rules/shapes/inventory';
import type { ShapeWarning } from '@/domain/rules/shapes/warnings';
import type { EventShapes, ProgramValues, SampledWindow } from '@/server/services/rules/event-shapes';
import { presentTime } from './time';

export function presentEventShapes(report: EventShapes): EventShapeInventory {
  const { current, baseline, inventory, references } = report;
  return {
    as_of: presentTime(report.asOf),
    program_id: report.programId,
    current_window: presentWindow(current),
    baseline_window: presentWindow(baseline),
    inventory: {
      fields: inventory.fields.map(presentField),
      shapes: inventory.shapes.map(presentShape),
      sample_size: current.events.length,
      payload_bytes_analyzed: current.bytesAnalyzed,
      payloads_omitted: current.omitted,
      truncated: inventory.truncated,
    },
    references: { event_paths: [...references.eventPaths], dynamic_event_paths: [...references.dynamicEventPaths] },
    referenced_never_observed: [...report.referencedNeverObserved],
    observed_unreferenced: [...report.observedUnreferenced],
    warnings: report.warnings.map(presentWarning),
  };
}

function presentWindow(window: SampledWindow): EventShapeInventory['current_window'] {
  return {
    from: presentTime(window.from),
    to: presentTime(window.to),
    sample_limit: window.sampleLimit,
    sample_size: window.events.length,
    payload_byte_limit: window.byteLimit,
    payload_per_event_limit: window.bytesPerEvent,
    payload_bytes_analyzed: window.bytesAnalyzed,
    payloads_omitted: window.omitted,
  };
}

function presentShape(shape: EventShape): EventShapeInventory['inventory']['shapes'][number] {
  return {
    event_type: shape.eventType,
    event_name: shape.eventName,
    examples: [...shape.examples],
    fields: shape.fields.map(presentField),
    first_observed_at: presentTime(shape.firstObservedAt),
    last_observed_at: presentTime(shape.lastObservedAt),
    sample_size: shape.sampleSize,
    truncated: shape.truncated,
  };
}

function presentField(field: FieldShape): EventShapeInventory['inventory']['fields'][number] {
  return {
    path: field.path,
    dominant_type: field.dominantType,
    dominant_type_rate: field.dominantTypeRate,
    missing_count: field.missingCount,
    missing_rate: field.missingRate,
    null_count: field.nullCount,
    null_rate: field.nullRate,
    present_count: field.presentCount,
    presence_rate: field.presenceRate,
    mixed: field.mixed,
    types: field.types.map((type) => ({ ...type })),
  };
}

function presentWarning(warning: ShapeWarning): EventShapeInventory['warnings'][number] {
  return {
    code: warning.code,
    path: warning.path,
    event_type: warning.eventType,
    event_name: warning.eventName,
    message: warning.message,
    referenced: warning.referenced,
    variant: warning.variant,
    baseline_type: warning.baselineType,
    baseline_type_rate: warning.baselineTypeRate,
    current_type: warning.currentType,
    current_type_rate: warning.currentTypeRate,
  };
}

export const presentSeenValues = ({ programId, asOf, events, participants }: ProgramValues): SeenValues => ({
  as_of: presentTime(asOf),
  program_id: programId,
  events: presentSample(events),
  participants: presentSample(participants),
});

const presentSample = ({ sampleSize, fields }: ProgramValues['events']): SeenValues['events'] => ({
  sample_size: sampleSize,
  fields: fields.map(({ path, presentCount, values, truncated }) => ({
    path,
    present_count: presentCount,
    values: values.map((value) => ({ ...value })),
    truncated,
  })),
});

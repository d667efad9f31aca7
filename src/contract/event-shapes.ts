/** Event shapes on the wire: what a program's events look like, compared with what its rules read (contract: "Event shapes"). */
import { z } from 'zod';
import { namesIn } from '@/domain/fields';
import { SHAPE_WARNING_CODES, SHAPE_WARNING_VARIANTS } from '@/domain/rules/shapes/warnings';
import { JSON_TYPES } from '@/domain/rules/shapes/tally';
import { Timestamp, Uuid } from './primitives';
import { SHAPE_WINDOW_DAYS_DEFAULT } from './choices';

export const SHAPE_WINDOW_DAYS_MAX = 30;
export const SHAPE_SAMPLE_LIMIT = 100;

export const EventShapesQuery = z.strictObject({
  programId: Uuid,
  window_days: z
    .int()
    .min(1)
    .max(SHAPE_WINDOW_DAYS_MAX)
    .default(SHAPE_WINDOW_DAYS_DEFAULT)
    .describe('Length in days of each of the two windows that are compared.'),
  sample_limit: z.int().min(1).max(SHAPE_SAMPLE_LIMIT).default(SHAPE_SAMPLE_LIMIT).describe('Number of events to sample from each window.'),
  as_of: Timestamp.optional().describe(
    'Exclusive end of the current window, by ingestion time; now when absent. Pass the `as_of` of an answer to draw the same sample again.',
  ),
});
export type EventShapesQuery = z.infer<typeof EventShapesQuery>;

const Rate = z.number().min(0).max(1);
const Count = z.int().min(0);
const JsonType = z.enum(JSON_TYPES);
const EventType = z.enum(['EXTERNAL', 'SYSTEM']);
const EventName = z.string().nullable().describe('The `type` in the payload, if it is a text.');

const EventFieldShape = z
  .strictObject({
    path: z
      .string()
      .describe(
        'Path of the field without `event.`; the elements of a list are written `commits[]`. A key that is itself data is shown as its kind, such as `[email]`.',
      ),
    dominant_type: JsonType,
    dominant_type_rate: Rate.describe('Share of the events with the field in which it has the dominant type.'),
    missing_count: Count,
    missing_rate: Rate.describe('Share of all analyzed events that lack the field.'),
    null_count: Count,
    null_rate: Rate.describe('Share of the events with the field in which it is null.'),
    present_count: Count.describe('Number of events that have the field; null counts as present.'),
    presence_rate: Rate.describe('Share of all analyzed events that have the field.'),
    mixed: z.boolean().describe('Whether the field has more than one type besides null.'),
    types: z
      .array(z.strictObject({ type: JsonType, count: Count, rate: Rate }))
      .describe('Types of the field, most common first. `count` is a number of events, `rate` a share of the events that have the field.'),
  })
  .meta({ id: 'EventFieldShape' });

export const EventShape = z
  .strictObject({
    event_type: EventType,
    event_name: EventName,
    examples: z
      .array(z.unknown())
      .describe('Example payloads with keys, nesting and booleans as sent; every text and number is replaced by its kind.'),
    fields: z.array(EventFieldShape),
    first_observed_at: Timestamp,
    last_observed_at: Timestamp,
    sample_size: Count,
    truncated: z.boolean().describe('Whether there are more fields than shown.'),
  })
  .meta({ id: 'EventShape' });

const EventShapeWindow = z
  .strictObject({
    from: Timestamp,
    to: Timestamp.describe('End of the window, exclusive.'),
    sample_limit: Count,
    sample_size: Count.describe('Number of events analyzed.'),
    payload_byte_limit: Count.describe('Maximum number of payload bytes analyzed over the whole sample.'),
    payload_per_event_limit: Count.describe('Maximum size in bytes of a single payload; larger payloads are left out.'),
    payload_bytes_analyzed: Count,
    payloads_omitted: Count.describe('Number of sampled events that were not analyzed because of the payload limits.'),
  })
  .meta({ id: 'EventShapeWindow' });

const EventShapeWarning = z
  .strictObject({
    code: z.enum(namesIn(SHAPE_WARNING_CODES)).describe(
      Object.entries(SHAPE_WARNING_CODES)
        .map(([code, meaning]) => `\`${code}\`: ${meaning}.`)
        .join(' '),
    ),
    path: z.string(),
    event_type: EventType.nullable().describe('Type of event that the warning is about; null when it is about all events of the program.'),
    event_name: EventName,
    message: z.string(),
    referenced: z.boolean().describe('Whether an active rule reads the field.'),
    variant: z.enum(SHAPE_WARNING_VARIANTS).nullable(),
    baseline_type: JsonType.nullable(),
    baseline_type_rate: Rate.nullable(),
    current_type: JsonType.nullable(),
    current_type_rate: Rate.nullable(),
  })
  .meta({ id: 'EventShapeWarning' });

export const EventShapeInventory = z
  .strictObject({
    as_of: Timestamp,
    program_id: Uuid,
    current_window: EventShapeWindow,
    baseline_window: EventShapeWindow.describe('The equally long period immediately before the current one.'),
    inventory: z.strictObject({
      fields: z.array(EventFieldShape),
      shapes: z.array(EventShape),
      sample_size: Count,
      payload_bytes_analyzed: Count,
      payloads_omitted: Count,
      truncated: z.boolean().describe('Whether there are more fields or shapes than shown.'),
    }),
    references: z.strictObject({
      event_paths: z.array(z.string()).describe('Fields that active rules read.'),
      dynamic_event_paths: z
        .array(z.string())
        .describe('Fields that active rules read under a key that only the event determines, shown as `[*]`.'),
    }),
    referenced_never_observed: z.array(z.string()),
    observed_unreferenced: z.array(z.string()),
    warnings: z
      .array(EventShapeWarning)
      .describe('At most 100 warnings, those about fields that rules read first. They never block anything.'),
  })
  .meta({ id: 'EventShapeInventory' });
export type EventShapeInventory = z.infer<typeof EventShapeInventory>;

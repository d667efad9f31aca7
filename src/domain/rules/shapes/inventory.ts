/** Describes a sample of events: every field with its types and rates, over all events and for each kind of event. */
import { invariant } from '@/domain/assert';
import type { JsonRecord, JsonValue } from '../activation';
import { redacted, textKind } from './redact';
import { JSON_TYPES, ShapeTally, type FieldCount, type JsonType } from './tally';

export interface SampledEvent {
  readonly eventType: 'EXTERNAL' | 'SYSTEM';
  /** When it was ingested. */
  readonly observedAt: Date;
  readonly payload: JsonRecord;
}

/** Rates lie between 0 and 1, rounded to four places. */
export interface FieldShape {
  readonly path: string;
  readonly dominantType: JsonType;
  /** Of the events that have the field. */
  readonly dominantTypeRate: number;
  readonly missingCount: number;
  /** Of all events. */
  readonly missingRate: number;
  readonly nullCount: number;
  /** Of the events that have the field. */
  readonly nullRate: number;
  readonly presentCount: number;
  /** Of all events. */
  readonly presenceRate: number;
  /** More than one type besides null. */
  readonly mixed: boolean;
  /** Commonest first; rates are of the events that have the field. */
  readonly types: readonly { readonly type: JsonType; readonly count: number; readonly rate: number }[];
}

export interface EventShape {
  readonly eventType: SampledEvent['eventType'];
  /** The `type` of the payload when it is a text, else null. */
  readonly eventName: string | null;
  readonly examples: readonly JsonValue[];
  readonly fields: readonly FieldShape[];
  readonly firstObservedAt: Date;
  readonly lastObservedAt: Date;
  readonly sampleSize: number;
  readonly truncated: boolean;
}

export interface Inventory {
  readonly fields: readonly FieldShape[];
  readonly shapes: readonly EventShape[];
  readonly truncated: boolean;
}

/** The events of one type and name, with their counts. */
export interface ShapeSample {
  readonly eventType: SampledEvent['eventType'];
  readonly eventName: string | null;
  readonly events: readonly SampledEvent[];
  readonly tally: ShapeTally;
}

const MAX_FIELDS = 500;
const MAX_SHAPE_FIELDS = 300;
const MAX_SHAPES = 50;
const MAX_EXAMPLES = 2;
const MAX_NAME = 255;

export const rateOf = (count: number, total: number): number => (total === 0 ? 0 : Math.round((count / total) * 10_000) / 10_000);

export function tallyOf(events: readonly SampledEvent[]): ShapeTally {
  const tally = new ShapeTally();
  for (const event of events) tally.add(event.payload);
  return tally;
}

/** A name that is really, say, an address or a number is masked, as it would be in an example. */
function eventNameOf({ type }: JsonRecord): string | null {
  if (typeof type !== 'string' || type === '') return null;
  const kind = textKind(type);
  return kind === 'text' ? type.slice(0, MAX_NAME) : `[${kind}]`;
}

/** The sample by kind of event, ordered by type and name. */
export function shapeSamples(events: readonly SampledEvent[]): ShapeSample[] {
  const groups = Map.groupBy(events, (event) => JSON.stringify([event.eventType, eventNameOf(event.payload) ?? '']));
  return [...groups.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => {
      const [first] = group;
      invariant(first !== undefined, 'a group has the event that opened it');
      return { eventType: first.eventType, eventName: eventNameOf(first.payload), events: group, tally: tallyOf(group) };
    });
}

/** @param keep whether a path takes precedence when there are too many fields to show. */
export function inventoryOf(total: ShapeTally, samples: readonly ShapeSample[], keep: (path: string) => boolean): Inventory {
  const shown = [...samples].sort((one, other) => other.events.length - one.events.length).slice(0, MAX_SHAPES);
  return {
    fields: fieldShapes(total, MAX_FIELDS, keep),
    shapes: samples.filter((sample) => shown.includes(sample)).map((sample) => shapeOf(sample, keep)),
    truncated: total.truncated || total.fields.size > MAX_FIELDS || samples.length > MAX_SHAPES,
  };
}

function shapeOf({ eventType, eventName, events, tally }: ShapeSample, keep: (path: string) => boolean): EventShape {
  const times = events.map(({ observedAt }) => observedAt.getTime());
  return {
    eventType,
    eventName,
    examples: examplesOf(events),
    fields: fieldShapes(tally, MAX_SHAPE_FIELDS, keep),
    firstObservedAt: new Date(Math.min(...times)),
    lastObservedAt: new Date(Math.max(...times)),
    sampleSize: tally.sampleSize,
    truncated: tally.truncated || tally.fields.size > MAX_SHAPE_FIELDS,
  };
}

/** Examples that differ in form. */
function examplesOf(events: readonly SampledEvent[]): JsonValue[] {
  const forms = new Map<string, JsonValue>();
  for (const { payload } of events) {
    if (forms.size >= MAX_EXAMPLES) break;
    const example = redacted(payload);
    forms.set(JSON.stringify(example), example);
  }
  return [...forms.values()];
}

/** At most `limit` fields, sorted by path; those to keep are chosen first, then the commonest. */
function fieldShapes(tally: ShapeTally, limit: number, keep: (path: string) => boolean): FieldShape[] {
  const weight = ([path, { present }]: [string, FieldCount]): number => (keep(path) ? tally.sampleSize + present : present);
  const chosen = [...tally.fields.entries()]
    .sort((one, other) => weight(other) - weight(one) || compareText(one[0], other[0]))
    .slice(0, limit);
  return chosen.sort(([one], [other]) => compareText(one, other)).map(([path, count]) => fieldShape(path, count, tally.sampleSize));
}

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

export function fieldShape(path: string, { present, types }: FieldCount, sampleSize: number): FieldShape {
  const counted = JSON_TYPES.map((type) => ({ type, count: types.get(type) ?? 0 })).filter(({ count }) => count > 0);
  const rated = counted
    .sort((one, other) => other.count - one.count)
    .map(({ type, count }) => ({ type, count, rate: rateOf(count, present) }));
  const [dominant] = rated;
  invariant(dominant !== undefined, 'a path is counted together with the type of its value');
  const nullCount = types.get('null') ?? 0;
  return {
    path,
    dominantType: dominant.type,
    dominantTypeRate: dominant.rate,
    missingCount: sampleSize - present,
    missingRate: rateOf(sampleSize - present, sampleSize),
    nullCount,
    nullRate: rateOf(nullCount, present),
    presentCount: present,
    presenceRate: rateOf(present, sampleSize),
    mixed: rated.filter(({ type }) => type !== 'null').length > 1,
    types: rated,
  };
}

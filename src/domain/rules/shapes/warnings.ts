/**
 * Warns of what is likely to surprise the rules of a program: event fields they read that never come, and
 * fields that are no longer what they were. Warnings never block anything.
 */
import type { FieldShape, ShapeSample, SampledEvent } from './inventory';
import { fieldShape } from './inventory';
import type { EventReferences, ReferenceMatcher } from './event-references';
import type { JsonType, ShapeTally } from './tally';

export const SHAPE_WARNING_CODES = {
  referenced_event_field_never_observed: 'an active rule reads a field that no sampled event has',
  event_field_type_changed:
    'the most common type of a field differs from the previous period (`dominant`), or a type appeared that the previous period did not have (`additional`)',
  event_field_missing: 'every event of the previous period had the field; now some (`sometimes`) or all (`always`) lack it',
  event_field_mixed_types: 'the field has more than one type besides null (`mixed`)',
} as const;
type ShapeWarningCode = keyof typeof SHAPE_WARNING_CODES;
export const SHAPE_WARNING_VARIANTS = ['dominant', 'additional', 'sometimes', 'always', 'mixed'] as const;

export interface ShapeWarning {
  readonly code: ShapeWarningCode;
  readonly path: string;
  /** Null when it is about all events of the program. */
  readonly eventType: SampledEvent['eventType'] | null;
  readonly eventName: string | null;
  readonly message: string;
  /** Whether an active rule reads the field. */
  readonly referenced: boolean;
  readonly variant: (typeof SHAPE_WARNING_VARIANTS)[number] | null;
  readonly baselineType: JsonType | null;
  readonly baselineTypeRate: number | null;
  readonly currentType: JsonType | null;
  readonly currentTypeRate: number | null;
}

const MAX_WARNINGS = 100;

/** At most 100, those about fields that a rule reads first. */
export function shapeWarnings(
  current: { readonly tally: ShapeTally; readonly samples: readonly ShapeSample[] },
  baseline: { readonly tally: ShapeTally; readonly samples: readonly ShapeSample[] },
  references: EventReferences,
  matcher: ReferenceMatcher,
): ShapeWarning[] {
  const all = [
    ...neverObservedWarnings(current.tally, baseline.tally, references),
    ...current.samples.flatMap((sample) => new ShapeComparison(sample, counterpart(sample, baseline.samples), matcher).warnings()),
  ];
  return [...all.filter(({ referenced }) => referenced), ...all.filter(({ referenced }) => !referenced)].slice(0, MAX_WARNINGS);
}

const counterpart = (sample: ShapeSample, others: readonly ShapeSample[]): ShapeTally | null =>
  others.find(({ eventType, eventName }) => eventType === sample.eventType && eventName === sample.eventName)?.tally ?? null;

export function neverObserved(tally: ShapeTally, { eventPaths }: EventReferences): string[] {
  return eventPaths.filter((path) => !tally.sentPaths.has(path));
}

/** No warnings when there were no events at all: every field would be missing. */
function neverObservedWarnings(current: ShapeTally, baseline: ShapeTally, references: EventReferences): ShapeWarning[] {
  if (current.sampleSize === 0) return [];
  return neverObserved(current, references).map((path) => {
    const before = baseline.fields.get(path);
    const then = before && fieldShape(path, before, baseline.sampleSize);
    return {
      code: 'referenced_event_field_never_observed',
      path,
      eventType: null,
      eventName: null,
      message: `An active rule reads \`event.${path}\`, which none of the ${current.sampleSize} sampled events has.`,
      referenced: true,
      variant: null,
      baselineType: then?.dominantType ?? null,
      baselineTypeRate: then?.dominantTypeRate ?? null,
      currentType: null,
      currentTypeRate: null,
    };
  });
}

/** Compares one kind of event with the period before. */
class ShapeComparison {
  private readonly goneAbove: string[] = [];

  constructor(
    private readonly sample: ShapeSample,
    private readonly baseline: ShapeTally | null,
    private readonly matcher: ReferenceMatcher,
  ) {}

  warnings(): ShapeWarning[] {
    const paths = new Set([...this.sample.tally.fields.keys(), ...(this.baseline?.fields.keys() ?? [])]);
    return [...paths].sort().flatMap((path) => this.about(path) ?? []);
  }

  private about(path: string): ShapeWarning | null {
    const now = shapeAt(this.sample.tally, path);
    const then = this.baseline && shapeAt(this.baseline, path);
    return this.typeChange(path, now, then) ?? this.missing(path, now, then) ?? this.mixedTypes(path, now);
  }

  private typeChange(path: string, now: FieldShape | null, then: FieldShape | null): ShapeWarning | null {
    if (!now || !then) return null;
    if (now.dominantType !== then.dominantType) {
      const message = `\`${path}\` was mostly ${then.dominantType} in the period before and is mostly ${now.dominantType} now.`;
      return this.warning('event_field_type_changed', path, 'dominant', message, then, now);
    }
    const added = now.types.find(({ type }) => !then.types.some((known) => known.type === type));
    if (!added) return null;
    const message = `\`${path}\` is ${added.type} in ${added.count} of ${now.presentCount} events; in the period before it never was.`;
    return {
      ...this.warning('event_field_type_changed', path, 'additional', message, then, now),
      currentType: added.type,
      currentTypeRate: added.rate,
    };
  }

  /** Not for fields of list elements, as the list may be empty, nor for one missing with its whole object, unless a rule names it. */
  private missing(path: string, now: FieldShape | null, then: FieldShape | null): ShapeWarning | null {
    if (!then || then.missingCount > 0 || (now && now.missingCount === 0) || path.includes('[]')) return null;
    const size = this.sample.tally.sampleSize;
    const without = size - (now?.presentCount ?? 0);
    if (this.goneAbove.some((above) => path.startsWith(`${above}.`)) && !this.matcher.names(path)) return null;
    this.goneAbove.push(path);
    const message = `Every event of the period before had \`${path}\`; ${without} of ${size} lack it now.`;
    return this.warning('event_field_missing', path, now ? 'sometimes' : 'always', message, then, now);
  }

  private mixedTypes(path: string, now: FieldShape | null): ShapeWarning | null {
    if (!now?.mixed) return null;
    const message = `\`${path}\` is of different types: ${now.types.map(({ type, count }) => `${type} in ${count}`).join(', ')} of ${now.presentCount} events.`;
    return this.warning('event_field_mixed_types', path, 'mixed', message, this.baseline && shapeAt(this.baseline, path), now);
  }

  private warning(
    code: ShapeWarningCode,
    path: string,
    variant: ShapeWarning['variant'],
    message: string,
    then: FieldShape | null,
    now: FieldShape | null,
  ): ShapeWarning {
    const { eventType, eventName } = this.sample;
    const types = {
      baselineType: then?.dominantType ?? null,
      baselineTypeRate: then?.dominantTypeRate ?? null,
      currentType: now?.dominantType ?? null,
      currentTypeRate: now?.dominantTypeRate ?? null,
    };
    return { code, path, eventType, eventName, message, referenced: this.matcher.reads(path), variant, ...types };
  }
}

function shapeAt(tally: ShapeTally, path: string): FieldShape | null {
  const count = tally.fields.get(path);
  return count === undefined ? null : fieldShape(path, count, tally.sampleSize);
}

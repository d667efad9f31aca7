/** Finds event fields that a rule reads but no recent event has. */
import { nearest } from '@/domain/nearest';
import { referencesOf } from '../references';
import type { AnalysedRule, Analysis, Observation } from './finding';

export function eventFieldFindings({ rule }: AnalysedRule, { surroundings: { observed } }: Analysis): Observation[] {
  if (observed === null || observed.sampleSize === 0) return [];
  return referencesOf(rule.expressions)
    .eventPaths.filter((path) => !observed.paths.has(path))
    .map((path) => {
      const suggestion = nearest(path, observed.paths);
      const meant = suggestion === null ? '' : ` Did you mean \`event.${suggestion}\`?`;
      return {
        code: 'referenced_event_field_never_observed',
        kind: 'event_field',
        scope: 'event',
        key: path,
        suggestion,
        message: `The rule reads \`event.${path}\`, which none of ${observed.sampleSize} sampled events of the last days has.${meant}`,
      };
    });
}

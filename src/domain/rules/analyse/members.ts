/** Finds what a rule reads of a subject though no subject has it, such as `participant.tag`: it would end in ERROR with every event. */
import { nearest } from '@/domain/nearest';
import { absentMembersOf } from '../references';
import type { AnalysedRule, Observation } from './finding';

export function memberFindings({ rule }: AnalysedRule): Observation[] {
  return absentMembersOf(rule.expressions).map(({ scope, path, known }): Observation => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const suggestion = nearest(name, known);
    const instead = suggestion === null ? `It can read ${known.join(', ')}.` : `Did you mean \`${suggestion}\`?`;
    return {
      code: 'unknown_member',
      kind: 'member',
      scope,
      key: path,
      suggestion,
      message: `The rule reads \`${path}\` of the ${scope}, which is not there to be read. ${instead}`,
    };
  });
}

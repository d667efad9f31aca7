/** Chooses whom a setting of notices concerns: active participants for whom its audience is true, each with the time zone of their clock. */
import { compileAutomation, concerns } from '@/domain/automations/evaluate';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { isTimeZone } from '@/domain/time-zone';
import { candidatesById, readProgramState, type AudienceScope } from '@/server/db/repositories/automations/automation-audience';
import { activeParticipants } from '@/server/db/repositories/notices/notice-facts';
import type { Tx } from '@/server/db/transaction';

interface Addressee {
  readonly id: string;
  readonly externalId: string;
  readonly timeZone: string;
}

interface AudienceOf {
  readonly organizationId: string;
  readonly programId: string;
  /** Of the program. */
  readonly timezone: string;
  readonly audience: string | null;
  readonly now: Date;
}

/** By id. Somebody for whom the condition cannot be evaluated is not concerned. */
export async function chooseAudience(
  tx: Pick<Tx, 'query'>,
  of: AudienceOf,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Addressee>> {
  const unique = [...new Set(ids)];
  const [participants, chosen] = await Promise.all([activeParticipants(tx, of, unique), matching(tx, of, unique)]);
  return new Map(
    participants
      .filter(({ id }) => chosen === null || chosen.has(id))
      .map(({ id, external_id: externalId, timezone }) => [id, { id, externalId, timeZone: zoneOf(timezone) ?? of.timezone }]),
  );
}

const zoneOf = (attribute: unknown): string | null => (typeof attribute === 'string' && isTimeZone(attribute) ? attribute : null);

/** Null: everybody. */
async function matching(tx: Pick<Tx, 'query'>, of: AudienceOf, ids: readonly string[]): Promise<ReadonlySet<string> | null> {
  if (of.audience === null) return null;
  const compiled = compileAutomation({ participant_filter: of.audience, guard_condition: null, event: { type: 'notice', data: {} } });
  const scope: AudienceScope = { organizationId: of.organizationId, programId: of.programId, now: of.now, reading: compiled.reading };
  const [program, candidates] = await Promise.all([readProgramState(tx, scope), candidatesById(tx, scope, ids)]);
  const surroundings = { program, now: of.now, budget: ruleBudget(() => performance.now()) };
  const matched = candidates.filter((candidate) => {
    const verdict = concerns(compiled, candidate, surroundings);
    return verdict.ok && verdict.holds;
  });
  return new Set(matched.map(({ participant }) => participant.id));
}

/** Reads which values the latest events and participants of a program have, of fields that have few of them. */
import type { SeenValuesQuery } from '@/contract/seen-values';
import { seenValues, type SeenField } from '@/domain/rules/shapes/seen-values';
import { latestPayloads, latestStates } from '@/server/db/repositories/rules/latest-records';
import type { Ctx } from '@/server/platform/context';
import { getProgram } from '@/server/services/programs/get-program';

const LATEST = 1_000;
const BYTE_LIMIT = 2 * 1024 * 1024;
const BYTES_PER_EVENT = 64 * 1024;

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

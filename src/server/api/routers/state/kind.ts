import type { z } from 'zod';
import { ProgramPath } from '@/contract/program';
import type { Subject } from '@/domain/participants/state';
import type { Ctx } from '@/server/platform/context';
import { getProgram } from '@/server/services/programs/get-program';

/** A kind of subject: the path its state is served under, and how that path resolves to a subject. */
export interface SubjectKind {
  readonly noun: 'participant' | 'group' | 'program';
  readonly path: '/v1/participants/{id}' | '/v1/groups/{id}' | '/v1/programs/{id}';
  readonly Path: z.ZodObject<{ id: z.ZodType<string, string> }, z.core.$strict>;
  /** @throws DomainError not_found. */
  find(ctx: Ctx, id: string): Promise<Subject>;
}

export const PROGRAM: SubjectKind = {
  noun: 'program',
  path: '/v1/programs/{id}',
  Path: ProgramPath,
  find: async (ctx, id) => ({ type: 'PROGRAM', id: (await getProgram(ctx, id)).id }),
};

/** Which subjects a change refuses, for descriptions. */
export const INACTIVE = {
  participant: 'For a suspended or closed participant, the change is refused with `participant_inactive`.',
  group: 'For an archived group, the change is refused with `group_archived`.',
  program: 'For an archived program, the change is refused with `program_archived`.',
} as const;

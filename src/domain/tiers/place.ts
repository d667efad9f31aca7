/** Decides whether levels of a program may be set by hand. */
import { DomainError } from '@/domain/errors';
import type { ProgramStatus } from '@/domain/programs';

/** @throws DomainError program_suspended, program_archived. */
export function assertProgramPlaces(status: ProgramStatus): void {
  if (status === 'SUSPENDED')
    throw new DomainError('program_suspended', 'The program is suspended; activate it before changing levels.', { param: 'program_id' });
  if (status === 'ARCHIVED')
    throw new DomainError('program_archived', 'The program is archived, so its levels cannot change.', { param: 'program_id' });
}

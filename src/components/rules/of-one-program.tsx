/** Renders content of a single program: the one chosen in the header, or the only one. */
'use client';
import type { ReactNode } from 'react';
import { only } from '@/domain/assert';
import { ProgramsLink } from '@/components/programs/programs-link';
import { ProgramFilter, useProgramFilter, usePrograms } from '@/components/shell/program-filter';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';

export function OfOneProgram({ children }: { children: (programId: string) => ReactNode }) {
  const chosen = useProgramFilter();
  const programs = usePrograms();
  if (chosen) return children(chosen);
  return (
    <Detail query={programs}>
      {({ data }) =>
        data.length === 1 ? (
          children(only(data).id)
        ) : (
          <div className="panel">
            <EmptyState
              title={data.length === 0 ? 'No programs yet. Rules and events belong to a program.' : 'Choose a program: each has its own.'}
              action={data.length === 0 ? <ProgramsLink /> : <ProgramFilter />}
            />
          </div>
        )
      }
    </Detail>
  );
}

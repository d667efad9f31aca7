/** Shows a form's failure, unless one of its fields already does. */
'use client';
import type { RequestFailure } from '@/trpc/failure';
import { FailureNote } from './failure-note';

export function FormFailure({ failure }: { failure: RequestFailure | null }) {
  if (!failure) return null;
  // Asks the DOM, because the visible fields change with the input.
  const atField = Object.keys(failure.fields).length > 0;
  return (
    <div className={atField ? 'in-[form:has([data-field-fault])]:hidden' : undefined}>
      <FailureNote failure={failure} />
    </div>
  );
}

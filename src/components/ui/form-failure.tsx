/** A failure of a form in words, unless a field of the same form says already what is wrong. */
'use client';
import type { Failure } from '@/trpc/failure';
import { FailureNote } from './failure-note';

export function FormFailure({ failure }: { failure: Failure | null }) {
  if (!failure) return null;
  // The form itself is asked, since which fields it shows changes with what is typed.
  const atField = Object.keys(failure.fields).length > 0;
  return (
    <div className={atField ? 'in-[form:has([data-field-fault])]:hidden' : undefined}>
      <FailureNote failure={failure} />
    </div>
  );
}

/** After a refusal, here or by the service, focuses a form's first invalid field and brings what is wrong with it into view. */
'use client';
import { useEffect, useRef } from 'react';

/**
 * @param refused whether the form was refused before it came into view.
 * @returns the ref of the form, and what to call when it is submitted.
 */
export function useFaultInView(pending: boolean, refused = false) {
  const form = useRef<HTMLFormElement>(null);
  /** Whether the last submission has been answered. */
  const answered = useRef(!refused);
  useEffect(() => {
    // What still shows while pending belongs to the previous submission.
    if (pending) answered.current = false;
    if (pending || answered.current) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const fault = form.current?.querySelector('[role="alert"]');
    if (!field && !fault) return;
    answered.current = true;
    field?.focus();
    fault?.scrollIntoView({ block: 'nearest' });
  });
  const begin = (): void => {
    answered.current = false;
  };
  return { form, begin };
}

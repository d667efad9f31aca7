/** Runs one attempt at a time; tells whether it is pending, and why the last one was refused. */
'use client';
import { useState } from 'react';
import { failureOf } from '@/trpc/failure';

export function useAttempt() {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async <T>(work: () => Promise<T>, done: (value: T) => void): Promise<void> => {
    setPending(true);
    setProblem(null);
    try {
      done(await work());
    } catch (error) {
      setProblem(failureOf(error).message);
    } finally {
      setPending(false);
    }
  };
  return { pending, problem, setProblem, attempt };
}

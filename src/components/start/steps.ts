/** Defines the six steps from an empty organization to a credited event and a rule of one's own, and which of them are done. */
import type { StartProgress } from '@/contract/start';

export const STEPS = [
  { key: 'program', title: 'Choose a program' },
  { key: 'key', title: 'Create an API key' },
  { key: 'event', title: 'Send the first event' },
  { key: 'credit', title: 'See why it earned' },
  { key: 'change', title: 'Change what it earns' },
  { key: 'hear', title: 'Get notified' },
] as const;

export type StepKey = (typeof STEPS)[number]['key'];
export type StepState = 'DONE' | 'NOW' | 'NEXT';

export const isDone = (progress: StartProgress): Readonly<Record<StepKey, boolean>> => ({
  program: progress.program !== null,
  key: progress.has_key,
  event: progress.event_id !== null,
  credit: progress.credited_event_id !== null,
  change: progress.has_changed_rule,
  hear: progress.has_endpoint || progress.has_teammate,
});

/** The first step not yet done; undefined when all are. */
export function currentStep(progress: StartProgress): (typeof STEPS)[number] | undefined {
  const done = isDone(progress);
  return STEPS.find(({ key }) => !done[key]);
}

export const doneCount = (progress: StartProgress): number => Object.values(isDone(progress)).filter(Boolean).length;

/** Each step, with its state. */
export function stepStates(progress: StartProgress): { readonly key: StepKey; readonly title: string; readonly state: StepState }[] {
  const done = isDone(progress);
  const now = currentStep(progress)?.key;
  return STEPS.map((step) => ({ ...step, state: done[step.key] ? 'DONE' : step.key === now ? 'NOW' : 'NEXT' }));
}

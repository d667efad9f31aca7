/** Tells refusals apart that a reason overrides. */
import { failureOf } from '@/trpc/failure';

export const EXAMPLE_FAILURE = 'rule_example_failed';

export const isExampleFailure = (error: unknown): boolean => failureOf(error).code === EXAMPLE_FAILURE;

/** Tells refusals apart that a reason overrides. */
import { failureOf } from '@/trpc/failure';

export const isExampleFailure = (error: unknown): boolean => failureOf(error).code === 'rule_example_failed';

/** A rule of a configuration that says nothing of itself, for tests of what becomes of many. */
import type { ConfiguredRule } from '@/domain/rules/configuration';

/** Everything but its names. */
export const PLAIN_CONTENT: Omit<ConfiguredRule, 'id' | 'client_ref' | 'name'> = {
  description: null,
  condition: 'true',
  actions: [],
  budgets: [],
  active_from: null,
  active_to: null,
  status: 'ACTIVE',
  stop_after_match: false,
  examples: [],
};

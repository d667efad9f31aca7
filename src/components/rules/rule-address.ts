/** Addresses of a rule's page. */

/** Names an event that becomes an example of the rule. */
export const EXAMPLE_EVENT = 'example_event';

export const exampleHref = (ruleId: string, eventId: string): string => `/rules/${ruleId}?${EXAMPLE_EVENT}=${eventId}`;

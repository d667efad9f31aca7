/** A rule configuration that somebody pasted, as a backtest takes it. Holds the schemas that a page can do without. */
import type { CreateBacktest } from '@/contract/backtest';
import { ConfigurationDraft } from '@/contract/rule-configuration';

const UNREADABLE = 'Write a configuration as JSON, such as one that was exported.';

/** A document as it is sent, or what is wrong with it. */
export function configurationIn(document: string): { configuration: CreateBacktest['configuration'] } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(document);
  } catch {
    return { fault: UNREADABLE };
  }
  const parsed = ConfigurationDraft.safeParse(value);
  if (parsed.success) return { configuration: parsed.data };
  const [issue] = parsed.error.issues;
  return { fault: [issue!.path.join('.'), issue!.message].filter(Boolean).join(': ') };
}

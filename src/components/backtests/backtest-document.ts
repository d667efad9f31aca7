/** Parses a pasted rule configuration for a backtest. A separate module, to keep its schemas out of the page's bundle. */
import type { CreateBacktest } from '@/contract/backtest';
import { ConfigurationDraft } from '@/contract/rule-configuration';

const UNREADABLE = 'Enter a configuration as JSON, such as an exported one.';

/** The configuration to send, or what is wrong with the document. */
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

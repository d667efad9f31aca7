/** Parses a pasted rule configuration for a backtest. A separate module, to keep its schemas out of the page's bundle. */
import type { CreateBacktest } from '@/contract/backtest';
import { ConfigurationDraft } from '@/contract/rule-configuration';
import { exactJsonFault } from '@/domain/exact-json';

const UNREADABLE = 'Enter a configuration as JSON, such as an exported one.';

/** The configuration to send, or what is wrong with the document. */
export function configurationIn(document: string): { configuration: CreateBacktest['configuration'] } | { fault: string } {
  if (!isJson(document)) return { fault: UNREADABLE };
  const lost = exactJsonFault(document);
  if (lost !== null) return { fault: lost };
  const parsed = ConfigurationDraft.safeParse(JSON.parse(document));
  if (parsed.success) return { configuration: parsed.data };
  const [issue] = parsed.error.issues;
  return { fault: [issue!.path.join('.'), issue!.message].filter(Boolean).join(': ') };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

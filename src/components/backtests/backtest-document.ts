/** Parses a pasted rule configuration for a backtest. A separate module, to keep its schemas out of the page's bundle. */
import { present } from '@/domain/assert';
import type { CreateBacktest } from '@/contract/backtest';
import { ConfigurationDraft } from '@/contract/rule-configuration';
import { lossIn } from '@/domain/exact-json';

const UNREADABLE = 'Enter a configuration as JSON, such as an exported one.';

/** The configuration to send, or what is wrong with the document. */
export function configurationIn(document: string): { configuration: CreateBacktest['configuration'] } | { fault: string } {
  let loss: string | null;
  try {
    loss = lossIn(document);
  } catch {
    return { fault: UNREADABLE };
  }
  if (loss !== null) return { fault: loss };
  const parsed = ConfigurationDraft.safeParse(JSON.parse(document));
  if (parsed.success) return { configuration: parsed.data };
  const { path, message } = present(parsed.error.issues[0], 'what is refused is refused for at least one reason');
  return { fault: [path.join('.'), message].filter(Boolean).join(': ') };
}

/** Collects the parts of pages that are generated from code: tables of what exists, and examples that are data. */
import type { Example } from '../example';
import type { Html } from '../../html';
import { actionsPart } from './actions';
import { celFunctionsPart, celNumbersPart, celOperatorsPart } from './cel';
import { ledgerPart } from './ledger';
import { limitsPart } from './limits';
import { webhookFailuresPart, webhookSamplesPart, webhookTypesPart } from './webhooks';

export interface DocumentPart {
  readonly markup: Html;
  readonly examples: readonly Example[];
}

const PARTS: Readonly<Record<string, () => DocumentPart>> = {
  actions: actionsPart,
  'cel-functions': celFunctionsPart,
  'cel-numbers': celNumbersPart,
  'cel-operators': celOperatorsPart,
  ledger: ledgerPart,
  limits: limitsPart,
  'webhook-failures': webhookFailuresPart,
  'webhook-samples': webhookSamplesPart,
  'webhook-types': webhookTypesPart,
};

/** @throws Error for a part that does not exist. */
export function partNamed(name: string): DocumentPart {
  const part = PARTS[name];
  if (!part) throw new Error(`there is no part named ${name}`);
  return part();
}

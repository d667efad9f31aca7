/** Types of webhooks as the service sends them, and code that verifies deliveries. */
import { EVENT_TYPES } from '@/domain/webhooks/catalog';
import { html, table, type Html } from '../../html';
import { example, examplesMarkup } from '../example';
import { headingMarkup } from '../markdown';
import type { Part } from './index';
import { WEBHOOK_SAMPLES } from './webhook-samples';

/** Each is a file of its own, to be run against deliveries. */
const FILE = new Map([['file', '']]);

export function webhookSamplesPart(): Part {
  const shown = WEBHOOK_SAMPLES.map(({ id, language, code }) => ({ ...example(id, language, code), expects: FILE }));
  const markup = WEBHOOK_SAMPLES.map(
    ({ id, title }, index): Html => html`${headingMarkup(3, title, id)} ${examplesMarkup([shown[index]!])}`,
  );
  return { markup: html`${markup}`, examples: shown };
}

export const webhookTypesPart = (): Part => ({
  markup: table(
    ['Type', 'Category', 'Sent when', 'Fields of `data`'.replaceAll('`', '')],
    Object.entries(EVENT_TYPES).map(([type, { category, description, sample }]) => [
      html`<code>${type}</code>`,
      category,
      description,
      html`<code>${Object.keys(sample).join(', ')}</code>`,
    ]),
  ),
  examples: [],
});

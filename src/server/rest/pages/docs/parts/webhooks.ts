/** Documents the types of webhooks, why deliveries fail, and code that verifies deliveries. */
import { EVENT_TYPES } from '@/domain/webhooks/catalog';
import type { DeliveryErrorCode } from '@/domain/webhooks/retry';
import { html, table } from '../../html';
import { example, examplesMarkup } from '../example';
import { headingMarkup } from '../markdown';
import type { DocumentPart } from './index';
import { WEBHOOK_SAMPLES } from './webhook-samples';

/** Each sample is a file of its own, which the tests run against deliveries. */
const FILE = new Map([['file', '']]);

export function webhookSamplesPart(): DocumentPart {
  const samples = WEBHOOK_SAMPLES.map(({ id, title, language, code }) => {
    const shown = { ...example(id, language, code), expects: FILE };
    return { shown, markup: html`${headingMarkup(3, title, id)} ${examplesMarkup([shown])}` };
  });
  return { markup: html`${samples.map(({ markup }) => markup)}`, examples: samples.map(({ shown }) => shown) };
}

const FAILURES: Readonly<Record<DeliveryErrorCode, string>> = {
  consumer_response_timeout: 'The endpoint did not answer in time.',
  connection_error: 'The connection could not be established, or it broke.',
  tls_error: 'The certificate of the endpoint is not valid, or the TLS handshake failed.',
  target_not_allowed: 'The host name of the endpoint resolves to an address that is not public.',
  consumer_3xx: 'The endpoint answered with a redirect, which is final.',
  consumer_4xx: 'The endpoint answered 4xx other than 429, which is final.',
  consumer_5xx: 'The endpoint answered 5xx.',
  rate_limited: 'The endpoint answered 429.',
  endpoint_disabled: 'The endpoint was disabled while the delivery waited, which is final.',
  signing_error: 'The secret of the endpoint could not be read, so nothing was sent.',
};

export const webhookFailuresPart = (): DocumentPart => ({
  markup: table(
    ['error_code', 'What happened'],
    Object.entries(FAILURES).map(([code, why]) => [html`<code>${code}</code>`, why]),
  ),
  examples: [],
});

export const webhookTypesPart = (): DocumentPart => ({
  markup: table(
    ['Type', 'Category', 'Sent when', 'Fields of data'],
    Object.entries(EVENT_TYPES).map(([type, { category, description, sample }]) => [
      html`<code>${type}</code>`,
      category,
      description,
      html`<code>${Object.keys(sample).join(', ')}</code>`,
    ]),
  ),
  examples: [],
});

/** What a receiver of webhooks must know and do, with code that verifies a delivery. */
import { WEBHOOK_RETENTION_DAYS } from '@/contract/webhook';
import { MAX_ATTEMPTS, RETRY_DELAYS_MINUTES } from '@/domain/webhooks/retry';
import { html, prose, type Html } from './html';
import { WEBHOOK_SAMPLES } from './webhook-samples';

export const WEBHOOK_GUIDE_TITLE = 'Receiving webhooks';

const SIGNATURE = `Every delivery carries the header \`Service-Signature: t=1790000000,v1=5f…\`. \`t\` is the Unix time of the attempt;
\`v1\` is the HMAC-SHA256, in lowercase hex, of \`t\`, a full stop and the raw body, under the whole secret of the endpoint, \`whsec_\` included.

Verify the bytes as they arrived: a body that was parsed and written again has another signature. Compare in constant time, and refuse a
\`t\` that is more than 5 minutes from your own clock, so that a recorded request cannot be played again later.

While a secret is rotated the header has two \`v1\` parts, one for each secret. A delivery is genuine if any of them fits.

The headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` follow Standard Webhooks: its libraries verify deliveries too, with the same secret.`;

const ANSWERING = `Answer with any 2xx within 30 seconds, before doing anything slow. A 3xx or 4xx is final: the delivery is
FAILED and not tried again. A 5xx, a timeout or a broken connection is tried again: ${MAX_ATTEMPTS} attempts in all, the later ones after
${RETRY_DELAYS_MINUTES.join(', ')} minutes. A 429 pauses the endpoint for the \`Retry-After\` that it names, up to an hour, or else for 30 seconds, and takes
none of the attempts.

The same webhook can arrive more than once, and two webhooks in another order than they happened. Keep each \`id\` of the envelope (it is also
in \`webhook-id\`, the same on every attempt) and do nothing for one that you have seen.`;

const FAILING = `An endpoint is disabled at the first failed attempt after 5 days without a success, once at least 10 attempts have failed in a row.
A 429 is no failure. Its record then has the \`disabled_reason\` \`SUSTAINED_FAILURE\`, what is queued fails with \`endpoint_disabled\`, and
nothing more is queued. \`failing_since\` and \`consecutive_failures\` tell of it in advance, and so does the dashboard.

When the receiver works again, send a PATCH with the status ACTIVE, which forgets the failures. \`GET /v1/webhook-endpoints/{id}/recover?from=…\`
counts the deliveries that failed since a time, and a POST to the same address has them sent again: the oldest first, never more than 100
ahead of their first attempt, so that what happens meanwhile is not held up. \`GET …/{id}/recoveries\` tells how far that is. An endpoint has one
recovery at a time. What happened while the endpoint was disabled was not queued for it: read it from the API.

\`GET /v1/webhook-endpoints/{id}/health\` shows success and latency of the last day or week. To try a receiver, \`POST …/{id}/test\` sends the
sample of a type, or the \`data\` that you give; the delivery then shows the request as it was sent and the answer that came.

Deliveries can be read and sent again until ${WEBHOOK_RETENTION_DAYS} days after they ended. Then they are removed, with their attempts and payloads.`;

/** The text of the page, without its frame. */
export function webhookGuide(): Html {
  const samples = WEBHOOK_SAMPLES.map(
    ({ id, title, code }) =>
      html`<h3 id="${id}">${title}</h3>
        <pre><code>${code}</code></pre>`,
  );
  return html`<h1>${WEBHOOK_GUIDE_TITLE}</h1>
    ${prose('A webhook is a POST with a JSON body to the address of your endpoint. Create one with `POST /v1/webhook-endpoints`; the answer alone shows its secret.')}
    <h2 id="verify">Verify the signature</h2>
    ${prose(SIGNATURE)} ${samples}
    <h2 id="answer">Answer</h2>
    ${prose(ANSWERING)}
    <h2 id="failing">When an endpoint keeps failing</h2>
    ${prose(FAILING)}
    <p>
      <a href="/docs/webhook-endpoints">Routes of endpoints</a>, <a href="/docs/webhook-deliveries">of deliveries</a>,
      <a href="/docs/webhook-event-types">types of events</a>
    </p>`;
}

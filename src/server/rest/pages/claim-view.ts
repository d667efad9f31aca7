/** Renders claim pages: a single card, designed for phones first and readable without scripts. */
import { faceValueText } from '@/domain/fulfillment/currency';
import type { PresentedClaim } from '@/server/api/claim';
import { html, Html } from './html';

const STYLE = `
:root { color-scheme: light dark; --text: #18181b; --soft: #5b5b64; --line: #e2e2e7; --card: #fff; --back: #f4f4f6; --accent: #3b5bdb; --on: #fff; --bad: #b42318; --badback: #fef3f2; }
@media (prefers-color-scheme: dark) { :root { --text: #ececf0; --soft: #a3a3ad; --line: #2f2f36; --card: #1b1b20; --back: #111114; --accent: #91a7ff; --on: #12121a; --bad: #ffb4a9; --badback: #3a1a17; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
main { max-width: 440px; margin: 0 auto; padding: 24px 16px 48px; }
.from { color: var(--soft); font-size: 14px; margin: 0 0 12px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.card img { display: block; width: 100%; max-height: 220px; object-fit: cover; border-bottom: 1px solid var(--line); }
.body { padding: 20px; }
h1 { font-size: 22px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
.value { font-size: 28px; font-weight: 600; font-variant-numeric: tabular-nums; margin: 0 0 12px; }
p { margin: 0 0 12px; overflow-wrap: anywhere; } .soft { color: var(--soft); font-size: 14px; }
label { display: flex; gap: 12px; align-items: flex-start; padding: 12px 0; } input[type=checkbox] { width: 24px; height: 24px; margin: 0; flex: none; accent-color: var(--accent); }
button, .button { display: block; width: 100%; min-height: 48px; padding: 12px 16px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button:focus-visible, .button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { background: var(--badback); color: var(--bad); border-radius: 8px; padding: 12px; }
`;

function document(title: string, main: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html> `;
}

/** @param error shown above the form when it was sent without consent. */
export function claimView(claim: PresentedClaim, error: string | null): Html {
  const { reward } = claim;
  const main = html`<p class="from">A reward from ${claim.organization_name}</p>
    <div class="card">
      ${reward.image_url === null ? null : html`<img src="${reward.image_url}" alt="" />`}
      <div class="body">
        <h1>${reward.name}</h1>
        <p class="value">${faceValueText(claim.face_value_minor, claim.face_currency)}</p>
        ${reward.description === null ? null : html`<p>${reward.description}</p>`}
        ${error === null ? null : html`<p class="error" role="alert" id="problem">${error}</p>`} ${nextStep(claim, error)}
      </div>
    </div>`;
  return document(reward.name, main);
}

function nextStep({ status, link, consented_at }: PresentedClaim, error: string | null): Html {
  if (status === 'FAILED') {
    return html`<p><strong>This reward could not be handed out.</strong></p>
      <p class="soft">Whatever of its price was still reserved has been given back to your balance.</p>`;
  }
  if (link !== null) {
    return html`<p><a class="button" href="${link}" rel="noreferrer noopener">Open your reward</a></p>
      <p class="soft">Keep this page to yourself: whoever opens it can use the reward.</p>`;
  }
  if (consented_at !== null) {
    return html`<p><strong>Your reward is being prepared.</strong></p>
      <p class="soft">You have agreed to receive it. Open this page again in a moment.</p>`;
  }
  const described = error === null ? null : new Html(' aria-describedby="problem" aria-invalid="true"');
  return html`${status === 'PREPARING' ? html`<p class="soft">Your reward is being prepared. You can agree now and open it as soon as it is here.</p>` : null}
    <form method="post">
      <label
        ><input type="checkbox" name="consent" value="true" required${described} />
        <span>I want to receive this reward now. I understand that it cannot be exchanged or returned afterwards.</span></label
      >
      <button type="submit">Claim the reward</button>
    </form>`;
}

export function unknownClaimView(message: string): Html {
  return document(
    'No reward here',
    html`<div class="card">
      <div class="body">
        <h1>No reward here</h1>
        <p>${message}</p>
        <p class="soft">Check that the whole address was copied, or ask whoever sent it to you.</p>
      </div>
    </div>`,
  );
}

/** Renders the guide to program templates: whom each is for, what it creates, and sample events with their outcomes. */
import { TEMPLATE_KEYS, TEMPLATES, type ProgramTemplate } from '@/contract/templates';
import { assetText, gainsText, levelsText, partsText } from '@/contract/templates/words';
import { html, prose, table, type Html } from '../html';

export const TEMPLATES_GUIDE_TITLE = 'Program templates';

const INTRODUCTION = `A template is a complete program: assets, rules, tiers, rewards and automations. Afterwards you can change it like any other program. Choose one under **New program** or in the **guided start** of the dashboard, in a live organization or a sandbox.
Give the program a name and its assets symbols of your own. If the organization already has an asset with that symbol and of the same kind, that asset is used.

Each template comes with events to try, in order, and what each of them gives. Send them with \`POST /v1/events\`, with the id of your program and an \`idempotency_key\`. A test sends them too, and checks the ledger against what is shown here.`;

const AFTER = `\`GET /v1/programs/{id}/export\` returns any program as a document, and \`POST /v1/sandbox/programs/clone\` creates a program from it in a sandbox.`;

const items = (title: string, texts: readonly (string | Html)[]): Html | null =>
  texts.length === 0
    ? null
    : html`<h3>${title}</h3>
        <ul>
          ${texts.map((text) => html`<li>${text}</li>`)}
        </ul>`;

function samples({ samples: all }: ProgramTemplate): Html {
  const rows = all.map((sample) => [
    sample.title,
    html`<code>${JSON.stringify(sample.event)}</code>`,
    `${gainsText(sample)}. ${sample.because}`,
  ]);
  return html`<h3>Events to try</h3>
    ${table(['What happened', 'Event', 'Gives'], rows)}`;
}

function templateMarkup(template: ProgramTemplate): Html {
  const { key, title, audience, configuration, groups } = template;
  const rules = configuration.rule_sets.flatMap((set) => set.rules);
  return html`<section>
    <h2 id="${key}">${title}</h2>
    <p>${audience}</p>
    <p class="soft">${partsText(template)}</p>
    ${items(
      'Assets',
      configuration.assets.map((asset) => assetText(asset)),
    )}
    ${items(
      'Rules',
      rules.map(({ name, description }) => html`<strong>${name}.</strong> ${description}`),
    )}
    ${items(
      'Tiers',
      configuration.tiers.map((tier) => `${tier.name}: ${levelsText(tier)}.`),
    )}
    ${items(
      'Rewards',
      configuration.rewards.map(({ name, description }) => html`<strong>${name}.</strong> ${description}`),
    )}
    ${items(
      'Automations',
      configuration.automations.map(({ name, description }) => html`<strong>${name}.</strong> ${description}`),
    )}
    ${items(
      'Groups',
      groups.map(({ name, members }) => `${name}, with ${members.join(' and ')}`),
    )}
    ${rules.length === 0 ? null : samples(template)}
  </section>`;
}

/** The content of the page, without its frame. */
export function templatesGuide(): Html {
  return html`<h1>${TEMPLATES_GUIDE_TITLE}</h1>
    ${prose(INTRODUCTION)} ${TEMPLATE_KEYS.map((key) => templateMarkup(TEMPLATES[key]))}
    <h2 id="elsewhere">Use your own program as a template</h2>
    ${prose(AFTER)}`;
}

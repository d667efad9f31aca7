/** Defines an example of the documentation: code that a reader can copy and that the tests execute as it stands. */
import { isOneOf } from '@/domain/fields';
import { type Html, html } from '../html';

/** How the tests treat each: shell commands, responses to them, modules, rule expressions and templates, code for webhook receivers. */
const EXAMPLE_LANGUAGES = ['sh', 'json', 'ts', 'cel', 'template', 'python', 'go', 'ruby'] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];

const TITLES: Readonly<Record<ExampleLanguage, string>> = {
  sh: 'curl',
  json: 'JSON',
  ts: 'TypeScript',
  cel: 'CEL',
  template: 'Template',
  python: 'Python',
  go: 'Go',
  ruby: 'Ruby',
};

export interface Example {
  /** Unique in the whole documentation. */
  readonly id: string;
  readonly language: ExampleLanguage;
  readonly code: string;
  /** The options after the language on the code block's first line: `part`, `eventually`, `save=PROGRAM_ID:id`. */
  readonly expects: ReadonlyMap<string, string>;
}

export const isExampleLanguage = (text: string): text is ExampleLanguage => isOneOf(EXAMPLE_LANGUAGES, text);

export const example = (id: string, language: ExampleLanguage, code: string): Example => ({ id, language, code, expects: new Map() });

const block = ({ id, code }: Example, className = ''): Html =>
  html`<pre class="${className}" tabindex="0" data-example="${id}"><code>${code}</code></pre>`;

/** Variables that a response sets for the commands after it, each with the field it comes from. */
export function savedBy({ expects }: Example): readonly (readonly [variable: string, field: string])[] {
  return (expects.get('save') ?? '')
    .split(',')
    .filter(Boolean)
    .map((pair): [string, string] => {
      const [variable = '', field = ''] = pair.split(':');
      return [variable, field];
    });
}

function caption(shown: Example): Html | null {
  const saved = savedBy(shown).map(([variable, field]) => html` Keep <code>${field}</code> as <code>${variable}</code>.`);
  const shortened = shown.expects.has('part') ? ' Shortened.' : '';
  return saved.length > 0 || shortened !== '' ? html`<figcaption>${shortened}${saved}</figcaption>` : null;
}

/** One example, or the same step in several languages to choose from. */
export function examplesMarkup(examples: readonly Example[]): Html {
  const [first] = examples;
  if (!first) return html``;
  if (examples.length === 1) return html`<figure class="code">${block(first)}${caption(first)}</figure> `;
  const picks = examples.map(
    ({ id, language }, index) =>
      html`<input type="radio" name="${first.id}" id="pick-${id}" class="pick-${language}" ${index === 0 ? html` checked` : null} /><label
          for="pick-${id}"
          >${TITLES[language]}</label
        >`,
  );
  return html`<fieldset class="code tabs">
    <legend class="unseen">Language</legend>
    ${picks} ${examples.map((shown) => block(shown, `in-${shown.language}`))}
  </fieldset> `;
}

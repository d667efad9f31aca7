/** Renders the tables of operators and functions available in expressions. */
import { html, inline, table } from '../../html';
import { CEL_NUMBERS } from '../cel-numbers';
import { CEL_OPERATORS, celFunctions, type CelGroup } from '../cel-reference';
import { anchorOf, headingMarkup } from '../markdown';
import type { DocumentPart } from './index';

const tables = (groups: readonly CelGroup[]): DocumentPart => ({
  markup: html`${groups.map(
    ({ title, entries }) =>
      html`${headingMarkup(3, title, anchorOf(title))}
      ${table(
        ['Name', 'What it returns', 'Example', 'Result'],
        entries.map(({ name, about, example, gives }) => [
          html`<code>${name}</code>`,
          inline(about),
          html`<code>${example}</code>`,
          html`<code>${gives}</code>`,
        ]),
      )}`,
  )}`,
  examples: [],
});

export const celOperatorsPart = (): DocumentPart => tables(CEL_OPERATORS);
export const celFunctionsPart = (): DocumentPart => tables(celFunctions());

/** The example stands above its result: a column each would leave the explanation no room. */
export const celNumbersPart = (): DocumentPart => ({
  markup: table(
    ['What', 'In conditions', 'Example and result'],
    CEL_NUMBERS.map(({ name, about, example, gives }) => [
      inline(name),
      inline(about),
      html`<code>${example}</code><br /><code>→ ${gives}</code>`,
    ]),
  ),
  examples: [],
});

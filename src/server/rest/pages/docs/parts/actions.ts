/** Documents every kind of action: what it does, its fields as declared in the contract, and an example with its outcome. */
import { z } from 'zod';
import { ACTION_SCHEMAS } from '@/contract/rule-action';
import type { Schema } from '../../../json-schema';
import { html, inline, table, type Html } from '../../html';
import { ACTION_EXAMPLES } from '../action-examples';
import { example, examplesMarkup, type Example } from '../example';
import { headingMarkup } from '../markdown';
import { fieldRows } from '../schema';
import type { DocumentPart } from './index';

const actionExample = (type: keyof typeof ACTION_EXAMPLES): Example => ({
  ...example(`action-${type.toLowerCase()}`, 'json', JSON.stringify(ACTION_EXAMPLES[type].action, null, 2)),
  expects: new Map([['action', type]]),
});

const fields = (option: z.ZodType): Html => {
  // The part of a JSON schema that is shown.
  const rows = fieldRows(z.toJSONSchema(option, { io: 'input' }) as Schema, {}).filter(({ name }) => name !== 'type');
  return table(
    ['Field', 'Type', 'Meaning'],
    // The alternatives of a target share fields: list each field once.
    [...new Map(rows.map((row) => [row.name, row])).values()].map(({ name, type, required, description }) => [
      html`<code>${name}</code>`,
      [type, required ? null : html` <span class="soft">optional</span>`],
      inline(description),
    ]),
  );
};

export function actionsPart(): DocumentPart {
  const kinds = ACTION_SCHEMAS.map((option) => ({ type: option.shape.type.value, option }));
  const markup = kinds.map(({ type, option }) => {
    const { about, event, gives } = ACTION_EXAMPLES[type];
    return html`${headingMarkup(2, `<code>${type}</code>`, type.toLowerCase().replaceAll('_', '-'))}
      <p>${inline(about)}</p>
      ${fields(option)} ${examplesMarkup([actionExample(type)])}
      <p class="soft">
        With the event <code>${JSON.stringify(event)}</code>, the evaluation contains <code>${JSON.stringify(gives)}</code>.
      </p>`;
  });
  return { markup: html`${markup}`, examples: kinds.map(({ type }) => actionExample(type)) };
}

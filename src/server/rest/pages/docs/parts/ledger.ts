/** Renders the ledger scenario, from earning to expiry, as tables of postings. */
import { html, inline, table, type Html } from '../../html';
import { LEDGER_END, LEDGER_STEPS, type LedgerStep } from '../ledger-scenario';
import { anchorOf, headingMarkup } from '../markdown';
import type { DocumentPart } from './index';

const NAMES = {
  ada: 'Ada',
  bob: 'Bob',
  wallet: 'Program wallet',
  issuance: 'Issuance',
  redemption: 'Redemption',
  breakage: 'Breakage',
} as const;

function stepMarkup({ title, why, entries, ada, wallet }: LedgerStep): Html {
  const rows = entries.flatMap(({ type, postings }) =>
    postings.map(([place, bucket, amount], index) => [
      index === 0 ? html`<code>${type}</code>` : '',
      NAMES[place],
      bucket ?? '',
      html`<code>${amount.replace('-', '−')}</code>`,
    ]),
  );
  return html`${headingMarkup(3, title, anchorOf(title))}
    <p>${why}</p>
    ${table(['Entry', 'Account', 'Bucket', 'Amount'], rows)}
    <p class="soft">Ada has ${ada.available} available and ${ada.held} held; the wallet has ${wallet}.</p>`;
}

export const ledgerPart = (): DocumentPart => ({
  markup: html`${LEDGER_STEPS.map(stepMarkup)} ${headingMarkup(3, 'Final balances', 'what-it-comes-to')}
    ${table(
      ['Account', 'Balance', 'Meaning'],
      LEDGER_END.map(([account, balance, why]) => [inline(`\`${account}\``), html`<code>${balance.replace('-', '−')}</code>`, why]),
    )}
    <p>The sum is 0, as it is after every entry.</p>`,
  examples: [],
});

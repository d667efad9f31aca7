/** Tells a year of a coffee program as a story: its setup, what each month does and why, and how to run it yourself. */
import {
  ASSET,
  BEGINS_AT,
  ENDS_AT,
  LEVELS,
  LOTS_OF_ADA,
  MONTHS,
  PEOPLE,
  PROGRAM,
  setupRequests,
  TERMS,
  yearOf,
  type MonthFigures,
  type ScenarioPerson,
} from './coffee-year-scenario';
import { example, examplesMarkup, type Example } from './example';
import { html, prose, table, type Html } from '../html';

export const COFFEE_YEAR_TITLE = 'A year of a coffee program';

const INTRODUCTION = `Two people, **ada** and **bob**, are in a coffee program for the whole of 2031. Nobody sends an event: three automations create them all.
A sandbox goes through the year in a few seconds, and each number below is what its ledger then says.`;

const TERMS_TEXT = `Each month, on the 1st at 09:00 UTC, both get ${TERMS.given} beans and ${TERMS.stars} stars. The rule that gives the beans has a budget of
${TERMS.budget} a month, which starts over on the 1st at 00:00. Ada is first and gets ${TERMS.given} of ${TERMS.budget}; bob gets the remaining
${TERMS.budget} − ${TERMS.given} = ${TERMS.budget - TERMS.given}.

Beans can be spent ${TERMS.maturesAfter} days after they were given, from the 15th on, and expire ${TERMS.expiresAfter} days after they were given. On 20 July each is
charged ${TERMS.charge}; the beans that expire first are taken first. ${TERMS.silver} stars in a calendar year make silver and ${TERMS.gold} make gold. Reaching gold gives ${TERMS.bonus} beans that never expire.

Bob was given silver manually, until 1 April.`;

const SUMMER_TEXT = `At the charge in July, the beans of May, June and July can be spent, and those of May expire first. Ada pays with 7 of her 10 beans of May, and
10 − 7 = 3 are left to expire in August. Bob pays with all 5 beans of May and 7 − 5 = 2 of June: nothing of May is left to expire in August, and 5 − 2 = 3 of June expire in September.`;

const RUN_TEXT = `Create a sandbox organization and a key for it, and set \`BASE\` to the address of the service and \`API_KEY\` to the key. The script needs \`curl\` and \`jq\`. A sandbox
clock only moves forward: once it is past ${BEGINS_AT.slice(0, 10)}, the sandbox cannot run this year again.`;

const AFTER_TEXT = `Then look at \`GET /v1/participants/ext:ada/balances\`, \`/v1/participants/ext:ada/balances/lots\`,
\`/v1/participants/ext:ada/activity/state-history\` and \`/v1/events\`.`;

const signed = (sign: '+' | '−', amount: number): string => (amount === 0 ? '' : ` ${sign} ${amount}`);

/** Such as `30 + 10 − 10 − 7 = 23`. */
const sumText = (before: number, { matured, bonus, expired, charged, left }: MonthFigures): string =>
  `${before}${signed('+', matured)}${signed('+', bonus)}${signed('−', expired)}${signed('−', charged)} = ${left}`;

const leftBefore = (index: number, person: ScenarioPerson): number => MONTHS[index - 1]?.of[person].left ?? 0;

function months(): Html {
  const rows = MONTHS.map(({ name, expiry, of }, index) => [
    name,
    [
      'The month’s beans can be spent from the 15th.',
      expiry ? `What is left of ${expiry.of} expires on the ${expiry.day}th.` : '',
      of.ada.charged > 0 ? `Both are charged ${TERMS.charge} on the 20th.` : '',
      of.ada.bonus > 0 ? `Both reach gold on the 1st and get ${TERMS.bonus}.` : '',
    ].join(' '),
    ...PEOPLE.map((person) => html`<code>${sumText(leftBefore(index, person), of[person])}</code>`),
  ]);
  return table(['Month', 'What happens', 'Ada has at its end', 'Bob has at its end'], rows);
}

function years(): Html {
  const rows = PEOPLE.map((person) => [person, html`<code>${sumText(0, { ...yearOf(person) })}</code>`]);
  return table(['Who', 'Matured + gold − expired − charged'], rows);
}

const levels = (): Html =>
  table(
    ['Who', 'On', 'Level', 'Why'],
    PEOPLE.flatMap((person) => LEVELS[person].map(({ on, level, why }) => [person, on, level ?? 'none', why])),
  );

const lots = (): Html =>
  table(
    ['Of', 'Beans', 'Expire'],
    LOTS_OF_ADA.map(({ of, amount, expiresAt }) => [of, String(amount), expiresAt ?? 'never']),
  );

/** Quotes a body for the shell; ids are shell variables and stay outside the quotes. */
const quoted = (body: unknown): string => `'${JSON.stringify(body, null, 2).replace(/\$(PROGRAM|ASSET)/g, `'"$$$1"'`)}'`;

const call = (method: string, path: string, body: unknown): string =>
  `curl -sS --fail-with-body -X ${method} "$BASE/v1${path}" -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' -d ${quoted(body)}`;

const made = (name: string, path: string, body: unknown): string => `${name}=$(${call('POST', path, body)} | jq -r .id)`;

/** The whole year as a shell script. */
export function coffeeYearScript(): string {
  return [
    call('POST', '/sandbox/clock/advance', { to: BEGINS_AT }),
    made('PROGRAM', '/programs', PROGRAM),
    made('ASSET', '/assets', { ...ASSET, program_ids: ['$PROGRAM'] }),
    ...setupRequests('$PROGRAM', '$ASSET').map(({ method, path, body }) => call(method, path, body)),
    call('POST', '/sandbox/clock/advance', { to: ENDS_AT }),
  ].join('\n\n');
}

export const coffeeYearExample = (): Example => example('coffee-year', 'sh', coffeeYearScript());

/** The content of the page, without its frame. */
export function coffeeYear(): Html {
  return html`<h1>${COFFEE_YEAR_TITLE}</h1>
    ${prose(INTRODUCTION)}
    <h2 id="terms">The terms</h2>
    ${prose(TERMS_TEXT)}
    <h2 id="months">Month by month</h2>
    <p>What each person can spend: what they had + what matures + the beans for gold − what expires − the charge.</p>
    ${months()} ${prose(SUMMER_TEXT)}
    <h2 id="year">The whole year</h2>
    ${years()}
    <p>At the end of 2031 ada has these lots:</p>
    ${lots()}
    <h2 id="levels">Levels</h2>
    ${levels()}
    <h2 id="run">Run the year yourself</h2>
    ${prose(RUN_TEXT)} ${examplesMarkup([coffeeYearExample()])} ${prose(AFTER_TEXT)}
    <p>
      Reference: <a href="/docs/api/programs">programs and automations</a>, <a href="/docs/api/rules">rules</a>,
      <a href="/docs/api/sandbox">sandboxes</a>
    </p>`;
}

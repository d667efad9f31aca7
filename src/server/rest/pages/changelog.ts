/** What changed in the API and when, as a page and as an Atom feed. */
import { env } from '@/env';
import type { RestResponse } from '../message';
import { escapeMarkup, html, htmlResponse, inline, page } from './html';

interface Change {
  /** Day of the change. */
  readonly date: string;
  readonly title: string;
  readonly points: readonly string[];
}

const CHANGES: readonly Change[] = [
  {
    date: '2026-10-01',
    title: 'October 2026 contract release',
    points: [
      'Every error has `type`, `code`, `message`, `request_id` and `doc_url`.',
      'Every list takes `limit` and `cursor` and answers `data` and `pagination`.',
      'Enumerated values are `UPPER_SNAKE`; money amounts are strings.',
      'Resources are archived by `PATCH` with `status` set to `ARCHIVED`.',
      'Keys are sent as `Authorization: Bearer`; `X-API-Key` stays accepted.',
      'Tags, attributes and counters change by `PATCH`.',
      'Participant paths take `ext:` and your own id.',
      'Durations have the units `s`, `m`, `h`, `d` and `w`.',
      'New: the `VOID_PENDING` rule action, Standard Webhooks headers, test deliveries and the `event.rejected` webhook.',
    ],
  },
  {
    date: '2026-03-01',
    title: 'Webhook payloads of 2026-03-01',
    points: ['`api_version` `2026-03-01` names the present contract of webhook `data`.'],
  },
];

export function changelogPage(): RestResponse {
  const entries = CHANGES.map(
    ({ date, title, points }) =>
      html`<h2 id="${date}">${title}</h2>
        <p class="soft"><time datetime="${date}">${date}</time></p>
        <ul>
          ${points.map((point) => html`<li>${inline(point)}</li>`)}
        </ul>`,
  );
  const main = html`<h1>Changelog</h1>
    <p>
      There is one live version, <code>/v1</code>. New fields, endpoints and error codes may appear at any time; breaking changes are
      announced here with a date. <a href="/changelog.xml">Subscribe to the feed.</a>
    </p>
    ${entries}`;
  return htmlResponse(page('Changelog', main));
}

const midnight = (date: string): string => `${date}T00:00:00Z`;

export function changelogFeed(): RestResponse {
  const base = env().PUBLIC_URL;
  const entries = CHANGES.map(
    ({ date, title, points }) => `<entry>
<id>${escapeMarkup(`${base}/changelog#${date}`)}</id>
<title>${escapeMarkup(title)}</title>
<updated>${midnight(date)}</updated>
<link href="${escapeMarkup(`${base}/changelog#${date}`)}"/>
<content type="text">${escapeMarkup(points.join('\n'))}</content>
</entry>`,
  );
  const body = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeMarkup(`${base}/changelog`)}</id>
<title>Rewards program service: API changelog</title>
<updated>${midnight(CHANGES[0]!.date)}</updated>
<author><name>Rewards program service</name></author>
<link rel="self" href="${escapeMarkup(`${base}/changelog.xml`)}"/>
${entries.join('\n')}
</feed>
`;
  return { status: 200, headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' }, body };
}

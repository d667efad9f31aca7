/** How one process becomes many: what to set, how the work is shared, what to watch and what was measured. */
import { SHARES } from '@/domain/webhooks/pace';
import { JOB_NAMES } from '@/server/wake';
import { html, inline, prose, table, type Html } from '../html';

export const SCALING_GUIDE_TITLE = 'From one machine to many';

const SHARED = `Every process serves the API, its public pages and, unless \`SERVE_DASHBOARD\` is \`false\`, the dashboard; it sends the webhooks and runs all ${JOB_NAMES.length} jobs.
It keeps nothing that another process would need: whatever is to be done is a row in Postgres with the time at which it falls due. So processes can be added, ended and killed at any time, without telling the others.

**Events.** A process takes up to 200 due events of a program in one transaction, under a lock on the program. One program's events are therefore processed by one worker at a time, in the order in which they were acknowledged; the events of several programs by several processes side by side.

**Webhooks.** A process has up to 128 deliveries under way to endpoints that answer, up to ${SHARES.PROMPT} to each, and beside these up to 512 to slow ones; an endpoint that did not answer gets ${SHARES.SILENT} at a time. A delivery is leased while it is sent. A process that is killed leaves its leases behind: another one sends these again
when the lease ends, which is \`WEBHOOK_TIMEOUT_MS\` plus 30 seconds after it began, or less with a short timeout.

**Whatever else falls due** (lots, reservations, tiers, automations, orders of gift cards) is claimed row by row in the same way.

Requests are limited per process: two of them let through twice \`RATE_LIMIT_PER_SECOND\`.`;

const FIRST_STEP = `Give all processes the same \`DATABASE_URL\`, \`ENCRYPTION_KEY\` and \`AUTH_SECRET\`, and the same \`PUBLIC_URL\`: the address of the load balancer that ends TLS in front of them. Send it to \`/readyz\`
of each: that says no while the database is away or lacks a migration of the release, and \`/healthz\` says that the process lives. In production none of them needs a disk.

Each start applies the migrations that are missing, under a lock, so processes may start together. The order between the events of a participant follows the clocks of the machines that acknowledged them: keep these in step.`;

const POSTGRES = `Each process holds up to \`DATABASE_POOL_SIZE\` connections, and one more for a moment while it starts. Let Postgres allow (\`max_connections\`) more than the pools of all processes together, counting the old and
the new ones of a deployment, and some for yourself: six processes with a pool of 10 need 60, and 120 while they are replaced, which is more than the 100 that Postgres allows by default.

Connect to Postgres itself or through a pooler that keeps a connection for a session: statements are prepared by name. Leave \`synchronous_commit\` on, since a 202 says that an event is stored for good,
and autovacuum too, since the rows of the queues are changed several times in their life.`;

const EMBEDDED = `With \`JOB_ENGINE\` at \`embedded\` each process wakes its own jobs: at once after a commit of its own, and every second for what others have committed. Nothing else has to run. The tests run three processes in this way.`;

const INNGEST = `With \`JOB_ENGINE\` at \`inngest\` the same jobs are functions that Inngest calls at \`/api/inngest\` of any process, one step in a request. Its console then shows each run, and it bounds what runs at once over all processes.
It needs the pages (\`SERVE_DASHBOARD\`), an address that it can reach (\`PUBLIC_URL\`), and its keys: \`INNGEST_EVENT_KEY\` to send events, \`INNGEST_SIGNING_KEY\` to prove that a call comes from it; a call without a valid signature is answered 401.
\`INNGEST_BASE_URL\` names a server of your own in place of the cloud, \`INNGEST_DEV\` a development server, which needs no keys. After the first deployment, and when the functions have changed, have Inngest read \`/api/inngest\` again.

There is one function a job, woken by an event after a commit, at the time at which the next row falls due, and every minute for what a lost event has left. Up to 4 runs of a job go on at once. Two jobs have **lanes**: their
function only finds what is due and hands it out, to one run at a time for each program (\`process-events\`) or each endpoint (\`deliver-webhooks\`), and to 16 runs in all.

The tests drive these functions through the handler of Inngest's library, with signed requests. They have not been run against Inngest's cloud.`;

const STOPPING = `SIGTERM, SIGINT or SIGHUP ends a process within 10 seconds, with code 0. It accepts no more connections, answers the requests that it has (for up to 4 seconds) and takes on no more work. What is under way has 3 seconds; then
sends that are still open are broken off and count as no attempt, a batch of events that is not decided is rolled back, and orders of gift cards are left to be looked for at the provider. All of it is given back, and another process
goes on with it at once. A receiver may get a webhook that was broken off a second time, with the same \`id\`.

Let whatever runs the processes wait more than 10 seconds before it kills them, and take a process out of the load balancer before it is ended.`;

/** Metric or its selector, the value above which to act, and what to do then. */
const WATCHED: readonly (readonly [string, string, string])[] = [
  ['`database_up`', 'is 0', 'The process cannot read the database. Look at Postgres and at `/readyz`.'],
  [
    '`queue_oldest_seconds{job="process-events"}`',
    '10, for 5 minutes',
    'Events come faster than they are processed. Many programs: add a process. A single one: a process does not help, as its events take turns; make its rules cheaper or divide the program.',
  ],
  [
    '`queue_oldest_seconds{job="deliver-webhooks"}`',
    '60, for 5 minutes',
    'An endpoint is slower than what is sent to it, or all are. See the health of the endpoints; if these answer quickly, add a process.',
  ],
  ['`queue_oldest_seconds` of any other job', '120', 'A job does not get on. Look for `a job failed` in the log.'],
  ['`queue_due_rows`', 'grows for an hour', 'The same, before anybody waits long. It is the number to plan by.'],
  ['`event_latency_seconds`, 99 of 100', '5', 'From due to committed. With short queues it is the database: see the next two.'],
  [
    '`database_pool_connections{state="waiting"}`',
    '0, for a minute',
    'Work waits for a connection. Raise `DATABASE_POOL_SIZE` while Postgres has processor time left; otherwise give Postgres more.',
  ],
  [
    '`nodejs_eventloop_lag_p99_seconds`',
    '0.1',
    'The process has no processor time left: a process uses about one core. Add a process on another core.',
  ],
  ['`http_request_duration_seconds`, 99 of 100', '0.5', 'By route. Slow everywhere: as above. One route: see its requests in `/v1/logs`.'],
  [
    '`job_run_duration_seconds_count{outcome="failed"}`',
    'grows',
    'Runs of a job fail and are tried again. The log says why, under `a job failed`.',
  ],
  [
    '`webhook_attempt_duration_seconds_count{outcome="FAILED"}`',
    'grows',
    'Receivers refuse webhooks, or all attempts are used up. See the health of the endpoints; a recovery sends them again.',
  ],
];

const WATCHING = `Scrape \`/metrics\` of every process, with \`METRICS_TOKEN\` as a bearer token. The queues and \`database_up\` are read from the database when they are asked for: each process tells the same, so take the highest and do not add them up.
All others are of one process; \`job_rows_total\` shows how the work is shared. The limits below are where to begin: they are chosen, not measured.

In the log each line that comes of a request carries its \`request_id\`: from \`request\` and \`events accepted\` to \`entries posted\`, \`events processed\` and \`webhook attempted\`.`;

const MEASURED = `On a machine with 2 cores that also ran Postgres, the client and the receiver, three processes with the embedded engine were sent 10,000 events of 6 programs while each was killed (\`kill -9\`) at random moments and started again, 47 times in all.
Every event was credited once, in order. There were 20,040 webhooks to deliver; 20,141 deliveries arrived: none was missing and 101 came twice, each with the \`id\` of the first. \`FAULT_EVENTS=10000\` repeats it, as the tests do with fewer events.

On the same machine a process that was asked to end while 8 webhooks hung at a receiver and 800 events waited ended after 4.2 seconds; another one sent those 8 within 0.6 seconds of being ready.`;

/** The text of the page, without its frame. */
export function scalingGuide(): Html {
  return html`<h1>${SCALING_GUIDE_TITLE}</h1>
    ${prose('The service begins as one process and grows by starting more of the same process on the same Postgres. All settings are environment variables.')}
    <h2 id="shared">What a process does</h2>
    ${prose(SHARED)}
    <h2 id="many">Several processes</h2>
    ${prose(FIRST_STEP)}
    <h2 id="postgres">Pools and Postgres</h2>
    ${prose(POSTGRES)}
    <h2 id="embedded">The embedded engine</h2>
    ${prose(EMBEDDED)}
    <h2 id="inngest">Inngest</h2>
    ${prose(INNGEST)}
    <h2 id="stopping">Ending a process</h2>
    ${prose(STOPPING)}
    <h2 id="watching">What to watch</h2>
    ${prose(WATCHING)}
    ${table(
      ['Metric', 'Act above, or when it', 'What it tells, what to do'],
      WATCHED.map(([metric, limit, remedy]) => [inline(metric), limit, inline(remedy)]),
    )}
    <h2 id="measured">What was measured</h2>
    ${prose(MEASURED)}`;
}

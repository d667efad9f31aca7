/** Explains how to grow, from one process to a database on many nodes: what to configure, how the work is shared, what to monitor and what was measured. */
import { SHARES } from '@/domain/webhooks/pace';
import { JOB_NAMES } from '@/server/platform/wake';
import { html, inline, prose, table, type Html } from '../html';

export const SCALING_GUIDE_TITLE = 'From one machine to many';

const SHARED = `Every process serves the API, its public pages and, unless \`SERVE_DASHBOARD\` is \`false\`, the dashboard; it sends the webhooks and runs all ${JOB_NAMES.length} jobs.
It keeps nothing that another process would need: all pending work is a row in Postgres with the time at which it falls due. You can therefore add, stop and kill processes at any time without telling the others.

**Events.** A process takes up to 200 due events of a program in one transaction, under a lock on the program, in the order in which they were acknowledged. When more than 200 are due, it takes up to \`EVENT_LANES\` such batches at once, each of other participants, and so does every other process:
all of them share the backlog of one program. A participant's events are always processed by one of them at a time, in order. What participants share, the wallet of a \`PREFUNDED\` asset or a \`PROGRAM\` budget, is only read while there is plenty of it. As soon as a batch would take more than a thirty-second part of what is left,
the batches of the program follow one another until a limit is reached exactly. Batches whose rules concern the same other people or groups wait for each other.

**Webhooks.** A process has up to 128 deliveries under way to endpoints that answer, up to ${SHARES.PROMPT} to each, and in addition up to 512 to slow ones; an endpoint that did not answer gets ${SHARES.SILENT} at a time. A delivery is leased while it is sent. If the process is killed, another one sends the delivery again
when the lease ends, which is \`WEBHOOK_TIMEOUT_MS\` plus 30 seconds after it began, or less with a short timeout.

**Everything else that falls due** (lots, reservations, tiers, automations, gift-card orders) is claimed row by row in the same way.

**The request limit** of an organization holds for all processes together. Its tokens are in one row of the database, from which each process borrows up to an eighth of the burst ahead, and less when little is left; most requests are then admitted
without asking the database, and none is asked about while the row is known to be empty. A process asks for more every second while it admits requests, and gives back what it has after two seconds without any, or when it ends. What a killed process had lapses after five seconds,
and is made up for by the refill. \`X-RateLimit-Remaining\` is what the answering process may still admit, as of its last look at the row. With \`RATE_LIMIT_PER_SECOND\` at 0 the row is not used. While the database is unavailable, a request for which nothing is borrowed gets a 503, as it would further on.`;

/** A step, the figure at which to take it, and what to do. */
const STEPS: readonly (readonly [string, string, string])[] = [
  [
    'One process',
    'until a process uses a core, or must not fail',
    'Everything in one, with the Postgres that it brings along or one of yours.',
  ],
  [
    'Several processes',
    '`nodejs_eventloop_lag_p99_seconds` above 0.1, or the 10 seconds of `queue_oldest_seconds{job="process-events"}`',
    'Start more of the same process on the same Postgres, until that has no processor time left.',
  ],
  [
    'A Postgres of your own',
    'with the second process, or when you want its backups, replicas and disks to be yours',
    'Set `DATABASE_URL`. A larger machine is the cheapest next step for as long as there is one: it takes no new knowledge.',
  ],
  [
    'Citus',
    'the largest machine that you want to pay for uses 70 % of its processors in the busiest hour, or a table no longer fits its disk',
    'Set `DATABASE_URL` to the coordinator of a Citus and migrate. It spreads organizations over nodes: many of them, or a few large ones, not one that is larger than a node.',
  ],
];

const FIRST_STEP = `Give all processes the same \`DATABASE_URL\`, \`ENCRYPTION_KEY\` and \`AUTH_SECRET\`, and the same \`PUBLIC_URL\`: the address of the load balancer that terminates TLS in front of them. Point its health check at \`/readyz\`
of each process, which fails while the database is unavailable or lacks a migration of the release; \`/healthz\` says that the process is alive. In production no process needs a disk.

Each start applies missing migrations under a lock, so processes can start together. The order of a participant's events follows the clocks of the machines that acknowledged them: keep these clocks synchronized.`;

const POSTGRES = `Each process holds up to \`DATABASE_POOL_SIZE\` connections, a fifth of them for looking up what events and decisions name, and one more for a moment while it starts. Set \`max_connections\` in Postgres higher than the pools of all processes together, counting both the old and
the new processes of a deployment and some connections for yourself: six processes with a pool of 10 need 60, and 120 while they are replaced, which is more than the 100 that Postgres allows by default.

Connect to Postgres directly or through a pooler in session mode, because statements are prepared by name. Leave \`synchronous_commit\` on, because a 202 promises that an event is stored durably.
Leave autovacuum on too, because the rows of the queues are updated several times.`;

const CITUS = `\`DATABASE_URL\` may name the coordinator of a Citus 13, on Postgres 15 or newer. Give its nodes \`shared_preload_libraries = 'citus'\`, \`citus.enable_unsafe_triggers = on\`, \`max_prepared_transactions\` as high as \`max_connections\`,
\`max_locks_per_transaction = 256\` and the locale \`C.UTF-8\`; create the database and both extensions, \`citus\` and \`pg_trgm\`, on each node, and make all nodes known to the coordinator (\`citus_add_node\`). Then \`npm run migrate\` spreads the tables, in one transaction: those of an organization by its id,
all of one organization on one node; organizations, people, members and API keys whole on every node; sign-ins on the coordinator. Rows that are there already move with their tables, to the nodes of their organizations, and nothing is left of them on the coordinator. Migrate also after you added a node or moved shards, before organizations write there.

To spread a database that is in use, prepare the nodes as above, stop all processes, run \`npm run migrate\`, and start them again: processes learn at their start that the tables are spread. Migrating tells of each table when its rows have moved; if it is interrupted or fails, the database is as it was. Meanwhile the rows need their space twice.

Every statement names one organization and is sent to the node of that one. What moves balances is a function that runs there as a whole. On each worker, a group of shards that belong together has a schema of its own, in which the plain names of tables are those shards:
triggers and functions work there as on one Postgres, and refuse what they refuse there. What is due is looked for on all nodes, each group by itself.

What differs: a transaction costs one more hop. A change of what every node keeps (an organization, a member, a key) is committed in two phases and waits for all nodes: none of it is part of storing or processing events. While a node is down, nothing can be done for its organizations, and what every node keeps cannot be changed; the tests kill each node in turn while balances change, and find every acknowledged change afterwards, once.
\`npm run backup\` reads each node as of one moment, with what all nodes keep held still in between, while organizations are in use. \`npm run restore\` needs a database on the coordinator that has both extensions and knows its nodes, but was never migrated: the coordinator must have the space for all rows,
which are checked there and then spread. A backup of one Postgres is restored into a Citus in the same way, and one of a Citus into one Postgres. For a large database, use what Citus and your provider offer for each node instead.`;

const LARGE = `An organization lives on one node, beside others. To give one a node of its own, add the node, then on the coordinator: \`isolate_tenant_to_new_shard('journal_entries', '<id>', 'CASCADE', shard_transfer_mode => 'force_logical')\` puts its rows into shards of their own,
\`citus_move_shard_placement\` moves these, and \`npm run migrate\` after each of the two prepares them on their node. Until that has come by, writes to the shards concerned are refused, so have the command ready; reads go on. The logical mode needs \`wal_level = logical\`, and from Postgres 15.20 on
\`output_plugin_libraries = 'citus, citus_pgoutput, pgoutput'\`. It waits for transactions that are open or prepared: if it does not get on, look for an old one in \`pg_prepared_xacts\`.

Tried here with Citus 13.2.2 on Postgres 15, two workers, few rows and four clients that wrote to four organizations without a pause. Isolating took 11 s and moving 6 s. Meanwhile all went on, at most 0.8 s behind; the organizations of the shards concerned were then refused for about a second after each step,
and every row that was acknowledged was there once. With \`block_writes\` the two took 2.5 s and 5.3 s, which writers to those shards waited.`;

const EMBEDDED = `With \`JOB_ENGINE\` set to \`embedded\`, each process wakes its own jobs at once after its own commits. What falls due otherwise is found by sweeps, at which all processes take turns: every second each process asks for the sweeps that are due, in one statement, and each
job is swept for by one of them. No process is special: one that dies has taken its turn, and another one takes the next, a second later. A process with a backlog larger than a batch asks the others to join in. You need to run nothing else. The tests run three processes this way.

An idle process alone sends about 24 statements a second to the database, and every further one adds about one.`;

const INNGEST = `With \`JOB_ENGINE\` set to \`inngest\`, the same jobs are functions that Inngest calls at \`/api/inngest\` of any process, one step per request. Its console then shows each run, and it limits how many run at once across all processes.
It needs the pages (\`SERVE_DASHBOARD\`), an address that it can reach (\`PUBLIC_URL\`), and its keys: \`INNGEST_EVENT_KEY\` to send events, \`INNGEST_SIGNING_KEY\` to prove that a call comes from Inngest; a call without a valid signature gets a 401.
\`INNGEST_BASE_URL\` names your own Inngest server instead of the cloud, \`INNGEST_DEV\` a development server, which needs no keys. After the first deployment, and whenever the functions have changed, have Inngest sync \`/api/inngest\` again.

There is one function per job. It is woken by an event after a commit, when the next row falls due, and every minute in case an event was lost. Up to 4 runs of a job go on at once. Two jobs have **lanes**: their
function only finds what is due and hands it out, to one run at a time for each program (\`process-events\`) or each endpoint (\`deliver-webhooks\`), and to 16 runs in all.

The tests call these functions through the handler of Inngest's library, with signed requests. They have also run them from Inngest's own development server, without keys, on a Citus: its API told of the runs that events woke, of one that was tried again, and of the sweep that found what no event had told of. They have not been run against Inngest's cloud.`;

const STOPPING = `SIGTERM, SIGINT or SIGHUP ends a process within 10 seconds, with exit code 0. It accepts no more connections, answers the requests that it has (for up to 4 seconds) and takes on no more work. Work under way has 3 seconds. After that,
webhooks still being sent are aborted and do not count as an attempt, an undecided batch of events is rolled back, and gift-card orders are left to be looked up at the provider. All of this work is handed back, and another process
continues it at once. A receiver may get an aborted webhook a second time, with the same \`id\`.

Configure your process manager to wait more than 10 seconds before it kills a process, and take a process out of the load balancer before you stop it.`;

/** A metric or its selector, the value above which to act, and what to do then. */
const WATCHED: readonly (readonly [string, string, string])[] = [
  ['`database_up`', 'is 0', 'The process cannot read the database. Look at Postgres and at `/readyz`.'],
  [
    '`queue_oldest_seconds{job="process-events"}`',
    '10, for 5 minutes',
    'Events arrive faster than they are processed. If they belong to many programs, add a process. If they belong to one, raise `EVENT_LANES` or add a process, unless a budget or wallet is nearly used up or all events concern the same people: its events are then processed in turn.',
  ],
  [
    '`queue_oldest_seconds{job="deliver-webhooks"}`',
    '60, for 5 minutes',
    'One endpoint, or all of them, cannot keep up with what is sent. Check the health of the endpoints; if they answer quickly, add a process.',
  ],
  ['`queue_oldest_seconds` of any other job', '120', 'A job makes no progress. Look for `a job failed` in the log.'],
  ['`queue_due_rows`', 'grows for an hour', 'The same problems, before anybody waits long. Use this number for capacity planning.'],
  [
    '`event_latency_seconds`, 99 of 100',
    '5',
    'The time from due to committed. If the queues are short, the database is slow: see the next two.',
  ],
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
  [
    '`http_request_duration_seconds`, 99 of 100',
    '0.5',
    'By route. If all routes are slow, see above. If one is, look at its requests in `/v1/logs`.',
  ],
  [
    '`job_run_duration_seconds_count{outcome="failed"}`',
    'grows',
    'Runs of a job fail and are retried. The log says why, under `a job failed`.',
  ],
  [
    '`webhook_attempt_duration_seconds_count{outcome="FAILED"}`',
    'grows',
    'Receivers refuse webhooks, or all attempts are used up. Check the health of the endpoints; a recovery sends the webhooks again.',
  ],
];

const WATCHING = `Scrape \`/metrics\` of every process, with \`METRICS_TOKEN\` as a bearer token. The queues and \`database_up\` are read from the database on each scrape: every process reports the same values, so take the highest and do not add them up.
All other metrics are per process; \`job_rows_total\` shows how the work is shared. Start with the limits below: they are chosen, not measured.

In the log, each line caused by a request carries its \`request_id\`: from \`request\` and \`events accepted\` to \`entries posted\`, \`events processed\` and \`webhook attempted\`.`;

const MEASURED = `On a machine with 2 cores that also ran Postgres, the client and the receiver, three processes with the embedded engine were sent 10,000 events of 6 programs while each was killed (\`kill -9\`) at random moments and started again, 47 times in all.
Every event was credited once, in order. There were 20,040 webhooks to deliver; 20,141 deliveries arrived: none was missing and 101 came twice, each with the \`id\` of the first. \`FAULT_EVENTS=10000\` repeats it, as the tests do with fewer events.

On the same machine, a process was asked to stop while 8 webhooks hung at a receiver and 800 events waited. It ended after 4.2 seconds; another process sent those 8 within 0.6 seconds of being ready.

Four processes with a limit of 100 requests a second were sent as many requests as they could answer for ten seconds, and one of them was killed on the way: together they admitted 100.0 a second. One idle process sent 24 statements a second to the database, ten sent 33 and twenty 41; before they took turns, one sent 42 and ten 419.`;

/** The content of the page, without its frame. */
export function scalingGuide(): Html {
  return html`<h1>${SCALING_GUIDE_TITLE}</h1>
    ${prose('The service starts as one process. To scale it, start more of the same process on the same Postgres, and at last spread that over nodes. All settings are environment variables.')}
    <h2 id="path">The path</h2>
    ${table(
      ['Step', 'Take it at', 'What to do'],
      STEPS.map(([step, at, how]) => [step, inline(at), inline(how)]),
    )}
    <h2 id="shared">What a process does</h2>
    ${prose(SHARED)}
    <h2 id="many">Several processes</h2>
    ${prose(FIRST_STEP)}
    <h2 id="postgres">Pools and Postgres</h2>
    ${prose(POSTGRES)}
    <h2 id="citus">Citus</h2>
    ${prose(CITUS)}
    <h2 id="large">A node for a large organization</h2>
    ${prose(LARGE)}
    <h2 id="embedded">The embedded engine</h2>
    ${prose(EMBEDDED)}
    <h2 id="inngest">Inngest</h2>
    ${prose(INNGEST)}
    <h2 id="stopping">Ending a process</h2>
    ${prose(STOPPING)}
    <h2 id="watching">What to watch</h2>
    ${prose(WATCHING)}
    ${table(
      ['Metric', 'Act above, or when it', 'What it means and what to do'],
      WATCHED.map(([metric, limit, remedy]) => [inline(metric), limit, inline(remedy)]),
    )}
    <h2 id="measured">What was measured</h2>
    ${prose(MEASURED)}`;
}

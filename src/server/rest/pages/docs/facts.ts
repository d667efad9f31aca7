/** Provides the numbers and lists that pages mention, each from the constant that the service itself uses. */
import { LOOKUP_MAX } from '@/contract/asset';
import { TRANSFER_RECIPIENTS_MAX, PAGE_LIMIT_MAX, TAG_MAX } from '@/contract/choices';
import { BALANCE_BATCH_MAX } from '@/contract/balance-batch';
import { EVENT_BATCH_MAX } from '@/contract/event';
import { SHAPE_SAMPLE_LIMIT, SHAPE_WINDOW_DAYS_MAX } from '@/contract/event-shapes';
import { IMPORT_MAX_BYTES } from '@/contract/import';
import { PAGE_LIMIT_DEFAULT } from '@/contract/page';
import { STATE_BATCH_MAX } from '@/contract/participant';
import { IDEMPOTENCY_KEY_MAX, MAX_JSON_DEPTH, OPERATION_DESCRIPTION_MAX, REFERENCE_ID_MAX, REPLAY_KEPT_HOURS } from '@/contract/primitives';
import { RULE_ACTIONS_MAX } from '@/contract/rule';
import { CALENDAR_DAYS_MAX, CALENDAR_ITEMS_MAX, CALENDAR_LISTED_MAX, CALENDAR_OVERLAPS_MAX } from '@/domain/calendar/bounds';
import { RETRY_DELAYS_SECONDS } from '@/domain/events/retry';
import { MAX_EVENT_DEPTH } from '@/domain/events/system';
import { MARKS_MAX, STATE_MAX } from '@/domain/participants/limits';
import {
  MAX_BRACKET_DEPTH,
  MAX_BUILT_SIZE,
  MAX_LOOP_NESTING,
  MAX_REGEX_TEXT,
  MAX_SOURCE_LENGTH,
  ruleBudget,
} from '@/domain/rules/cel/bounds';
import { DEFAULT_PAUSE_SECONDS, MAX_ATTEMPTS, RETRY_DELAYS_MINUTES } from '@/domain/webhooks/retry';
import { parseEnv } from '@/env';
import { MAX_BODY_BYTES } from '../../message';

const budget = ruleBudget(() => 0);
const grouped = (value: number): string => value.toLocaleString('en-US');
const settings = (): ReturnType<typeof parseEnv> => {
  const key = Buffer.alloc(32).toString('base64');
  return parseEnv({ NODE_ENV: 'production', ENCRYPTION_KEY: key, AUTH_SECRET: key });
};

const FACTS: Readonly<Record<string, () => string | number>> = {
  'calendar.days': () => CALENDAR_DAYS_MAX,
  'calendar.items': () => CALENDAR_ITEMS_MAX,
  'calendar.listed': () => CALENDAR_LISTED_MAX,
  'calendar.overlaps': () => CALENDAR_OVERLAPS_MAX,
  'page.default': () => PAGE_LIMIT_DEFAULT,
  'page.max': () => PAGE_LIMIT_MAX,
  'body.mib': () => MAX_BODY_BYTES / 1024 / 1024,
  'import.mib': () => IMPORT_MAX_BYTES / 1024 / 1024,
  'json.depth': () => MAX_JSON_DEPTH,
  'batch.max': () => EVENT_BATCH_MAX,
  'operations.max': () => grouped(BALANCE_BATCH_MAX),
  'actions.max': () => RULE_ACTIONS_MAX,
  'key.max': () => IDEMPOTENCY_KEY_MAX,
  'key.hours': () => REPLAY_KEPT_HOURS,
  'reference.max': () => REFERENCE_ID_MAX,
  'description.max': () => OPERATION_DESCRIPTION_MAX,
  'transfer.recipients': () => TRANSFER_RECIPIENTS_MAX,
  'assets.lookup': () => LOOKUP_MAX,
  'state.batch': () => STATE_BATCH_MAX,
  'marks.max': () => grouped(MARKS_MAX),
  'state.max': () => grouped(STATE_MAX),
  'tag.max': () => TAG_MAX,
  'events.depth': () => MAX_EVENT_DEPTH,
  'events.retries': () => RETRY_DELAYS_SECONDS.length,
  'events.delays': () => RETRY_DELAYS_SECONDS.join(', '),
  'shapes.days': () => SHAPE_WINDOW_DAYS_MAX,
  'shapes.sample': () => SHAPE_SAMPLE_LIMIT,
  'log.days': () => settings().REQUEST_LOG_DAYS,
  'cel.source': () => grouped(MAX_SOURCE_LENGTH),
  'cel.brackets': () => MAX_BRACKET_DEPTH,
  'cel.loops': () => MAX_LOOP_NESTING,
  'cel.built': () => grouped(MAX_BUILT_SIZE),
  'cel.regex': () => grouped(MAX_REGEX_TEXT),
  'cel.milliseconds': () => budget.milliseconds,
  'cel.steps': () => grouped(budget.steps),
  'webhook.attempts': () => MAX_ATTEMPTS,
  'webhook.delays': () => RETRY_DELAYS_MINUTES.join(', '),
  'webhook.days': () => settings().WEBHOOK_DAYS,
  'webhook.pause': () => DEFAULT_PAUSE_SECONDS,
  'webhook.timeout': () => settings().WEBHOOK_TIMEOUT_MS / 1000,
  'rate.second': () => settings().RATE_LIMIT_PER_SECOND,
  'rate.burst': () => settings().RATE_LIMIT_BURST,
};

/** @throws Error for a fact that does not exist. */
export function factNamed(name: string): string {
  const fact = FACTS[name];
  if (!fact) throw new Error(`there is no fact named ${name}`);
  return String(fact());
}

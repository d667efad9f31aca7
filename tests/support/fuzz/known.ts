/** Learns from the service's answers which records exist in the organization under test, so that requests can name them. */

/** A placeholder in a request for a name that is known only when it is sent. */
export class Pick {
  constructor(
    readonly kind: string,
    readonly place: number,
  ) {}
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The kind of record a field refers to, where its name does not say so. */
const ALIASES: Readonly<Record<string, string>> = {
  source_program: 'program',
  source_participant: 'participant',
  on_behalf_of_participant: 'participant',
  recipient: 'participant',
  holder: 'participant',
  source_group: 'group',
  endpoint: 'webhook_endpoint',
  source: 'reward_source',
  capture_journal_entry: 'journal_entry',
  release_journal_entry: 'journal_entry',
  resource: 'program',
  lookup: 'asset',
};

/** Ids chosen by callers, or that name no record. */
const GIVEN_BY_CALLERS = new Set(['external', 'source_external', 'recipient_external', 'reference', 'request', 'product']);

const singular = (segment: string): string => segment.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '');

/** The kind of record that a field such as `program_id`, `programId` or `lot_ids` refers to; undefined for other fields. */
export function kindOfField(name: string): string | undefined {
  const [, bare] = /^(.+?)(?:_ids?|Id)$/.exec(name) ?? [];
  return bare && !GIVEN_BY_CALLERS.has(bare) ? (ALIASES[bare] ?? bare) : undefined;
}

/** The kind of record that a path parameter names: by the parameter's name, else by the segment before it. */
export function kindInPath(path: string, name: string): string {
  const segments = path.split('/');
  const before = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
  if (name === 'key') return `key of ${singular(before)}`;
  return kindOfField(name) ?? singular(before);
}

/** The kind of record in an operation's answer: the last segment of its path that is not a parameter. */
const answeredKind = ({ path }: Readonly<{ path: string }>): string => {
  if (path === '/v1/imports/participants') return 'import';
  const words = path.split('/').filter((segment) => !segment.startsWith('{'));
  return singular(words.at(-1)!);
};

/** Kinds that are not learned: no request may suspend the organization that sends it. */
const NOT_LEARNED = new Set(['organization']);

/** The ids in its answer are made up. */
const EXAMPLES_ONLY = '/v1/webhook-event-types';

export class Known {
  private readonly names = new Map<string, string[]>();

  add(kind: string, name: string): void {
    const names = this.names.get(kind) ?? [];
    if (!names.includes(name)) this.names.set(kind, [...names, name]);
  }

  /** The picked name, favouring the earliest; `otherwise` when none of the kind is known. */
  find({ kind, place }: Pick, otherwise: string): string {
    const names = this.names.get(kind) ?? [];
    return names.length === 0 ? otherwise : names[place % names.length]!;
  }

  has = (kind: string): boolean => this.names.has(kind);

  /** Learns every id in an answer's body. */
  learn(operation: Readonly<{ path: string }>, body: unknown): void {
    if (operation.path !== EXAMPLES_ONLY) this.collect(body, answeredKind(operation));
  }

  private collect(value: unknown, kind: string | undefined): void {
    if (Array.isArray(value)) return value.forEach((item) => this.collect(item, kind));
    if (value === null || typeof value !== 'object') return;
    for (const [field, inner] of Object.entries(value)) {
      if (typeof inner === 'string') this.collectText(field, inner, kind);
      else this.collect(inner, field === 'data' ? kind : singular(field));
    }
  }

  private collectText(field: string, text: string, kind: string | undefined): void {
    if (field === 'key' && kind) this.add(`key of ${kind}`, text);
    if (field === 'external_id' || field === 'next_cursor' || field === 'reference_id') this.add(field, text);
    if (!UUID.test(text)) return;
    const named = field === 'id' ? kind : kindOfField(field);
    if (named && !NOT_LEARNED.has(named)) this.add(named, text);
  }
}

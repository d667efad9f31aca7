/** Runs a documentation page from its first command to its last, as a reader would. */
import { vi } from 'vitest';
import type { Asset } from '@/contract/asset';
import type { EventDetail, EventRecord } from '@/contract/event';
import type { Program } from '@/contract/program';
import type { Rule } from '@/contract/rule';
import type { Given } from '@/server/rest/pages/docs/content';
import { savedBy, type Example } from '@/server/rest/pages/docs/example';
import type { DocsPage } from '@/server/rest/pages/docs/pages';
import { organization, origin, type Answer, type TestOrganization } from '../api';
import { difference } from './answers';
import { linesOf, templateValueOf, valueOf, type Sample } from './cel';
import type { Shell } from './shell';

/** Variables that a page's text may use. */
export type Variables = Record<string, string>;

const PATIENCE_MS = 15_000;

function created<T>({ status, body }: Answer<T>): T {
  if (status >= 300) throw new Error(`what a page begins with could not be made: ${JSON.stringify(body)}`);
  return body;
}

/** An organization in the state a page's commands expect. A sandbox does, as it can do all that a live one can. */
export async function begin(given: Given | null, extra: Variables = {}): Promise<{ made: TestOrganization; variables: Variables }> {
  const made = await organization({ mode: 'SANDBOX' });
  const variables: Variables = { BASE: origin(), API_KEY: made.key, ...extra };
  if (given === null) return { made, variables };
  const program = created(await made.api.post<Program>('/programs', { name: 'Coffee club' }));
  const asset = created(
    await made.api.post<Asset>('/assets', {
      name: 'Beans',
      symbol: 'BEAN',
      scale: 2,
      inventory_mode: given,
      issuance_policy: 'UNLIMITED',
      program_ids: [program.id],
    }),
  );
  for (const external_id of ['ada', 'bob']) created(await made.api.post('/participants', { external_id, program_id: program.id }));
  return { made, variables: { ...variables, PROGRAM_ID: program.id, ASSET_ID: asset.id } };
}

/** Runs the examples of one page, in order, in an organization of its own. */
export class PageRun {
  private readonly ids = new Map<string, string>();
  private command = '';
  private event: EventRecord | undefined;
  private sample: Partial<Sample> = {};
  private printed = '';

  constructor(
    private readonly made: TestOrganization,
    private readonly variables: Variables,
    private readonly shell: Shell,
  ) {}

  static async of(page: DocsPage, shell: Shell, extra: Variables): Promise<PageRun> {
    const { made, variables } = await begin(page.given, extra);
    return new PageRun(made, variables, shell);
  }

  /** @throws Error on a difference from the page. @returns false for what other tests cover: modules, files, actions, client documents. */
  async run(example: Example): Promise<boolean> {
    const { language, code, expects } = example;
    if (['action', 'client', 'file'].some((word) => expects.has(word)) || language === 'ts') return false;
    if (language === 'sh') await this.runCommand(code, expects.has('set'));
    else if (language === 'json') await this.runJson(example);
    else if (language === 'cel' || language === 'template') this.runLines(code, language);
    else throw new Error(`nothing can be tried in ${language}`);
    return true;
  }

  private async runCommand(code: string, sets: boolean): Promise<void> {
    if (sets) {
      const names = [...code.matchAll(/^export (\w+)=\S+$/gm)].map(([, name]) => name!);
      const unknown = names.find((name) => !(name in this.variables));
      if (unknown ?? names.length !== code.split('\n').length) throw new Error(`the variables cannot be set: ${code}`);
      return;
    }
    this.command = code;
    this.printed = await this.shell.run(code, this.variables);
  }

  private async runJson(example: Example): Promise<void> {
    const { code, expects } = example;
    const shown: unknown = JSON.parse(code);
    if (expects.has('sample')) this.sample = { ...this.sample, event: shown as Sample['event'] };
    else if (expects.has('state')) this.sample = { ...this.sample, state: shown as Sample['state'] };
    else if (expects.has('rule'))
      created(await this.made.api.post<Rule>('/rules', { program_id: this.variables.PROGRAM_ID, ...this.filled(code) }));
    else if (expects.has('event')) await this.sendEvent(shown);
    else if (expects.has('evaluations')) await this.compare(example, async () => (await this.evaluated()).rule_evaluations);
    else await this.compare(example, () => this.answered());
  }

  private filled(code: string): Record<string, unknown> {
    return JSON.parse(code.replace(/\$([A-Z_]+)/g, (_, name: string) => this.variables[name] ?? '')) as Record<string, unknown>;
  }

  private async sendEvent(event_data: unknown): Promise<void> {
    const { PROGRAM_ID: program_id } = this.variables;
    const body = { program_id, external_id: 'ada', recipient_external_id: 'bob', idempotency_key: crypto.randomUUID(), event_data };
    this.event = created(await this.made.api.post<EventRecord>('/events', body));
  }

  private async evaluated(): Promise<EventDetail> {
    return created(await this.made.api.get<EventDetail>(`/events/${this.event!.id}`));
  }

  private answered(): Promise<unknown> {
    return Promise.resolve(this.printed === '' ? null : JSON.parse(this.printed));
  }

  private async compare(example: Example, read: () => Promise<unknown>): Promise<void> {
    const { code, expects } = example;
    let real = await read();
    const differs = () => difference(JSON.parse(code), real, { ids: this.ids, part: expects.has('part') });
    if (expects.has('eventually') || expects.has('evaluations')) {
      const again = async () => {
        if (differs() === null) return true;
        if (expects.has('eventually')) this.printed = await this.shell.run(this.command, this.variables);
        real = await read();
        return false;
      };
      await vi.waitUntil(again, { timeout: PATIENCE_MS, interval: 50 }).catch(() => undefined);
    }
    const found = differs();
    if (found !== null) throw new Error(`${example.id}: ${found}\n${JSON.stringify(real, null, 2)}`);
    for (const [variable, field] of savedBy(example)) this.variables[variable] = String(fieldOf(real, field));
  }

  private runLines(code: string, language: 'cel' | 'template'): void {
    const { event, state } = this.sample;
    if (!event || !state) throw new Error('the page shows no event and no state for its expressions');
    for (const { source, gives } of linesOf(code)) {
      const value = language === 'cel' ? valueOf(source, { event, state }) : templateValueOf(source, { event, state });
      if (value !== gives) throw new Error(`${source} gives ${value}, shown as ${gives}`);
    }
  }
}

/** Such as `id`, or `data.0.id`. */
const fieldOf = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], value);

/** Finds the templates of an action, compiles them once, and evaluates them for each event. */
import { invariant } from '@/domain/assert';
import { withFields } from '@/domain/fields';
import { allStorable, isStorable } from '@/domain/text';
import type { JsonRecord, JsonValue, RuleActivation } from '../activation';
import type { EvaluationBudget } from '../cel/bounds';
import { isJsonRecord } from '../cel/json';
import {
  compileTemplate,
  evaluateTemplate,
  isOfKind,
  type CompiledTemplate,
  type TemplateKind,
  type TemplateResult,
  type TemplateValues,
} from '../template';
import { ACTIONS, ACTION_TYPES, type ActionSource, type ActionType } from './catalog';
import { TEMPLATES, type ActionFields, type FieldValues } from './fields';
import { memberPath } from './places';
import { RESERVED_PREFIX } from '@/domain/ledger/references';
import { Amount, amountOf } from '@/domain/money';

/** One template as written. */
interface WrittenTemplate {
  /** Its path in the action, such as `amount` or `payload.items[0]`. */
  readonly path: string;
  readonly kind: TemplateKind;
  readonly text: string;
}

export interface CompiledAction {
  readonly source: ActionSource;
  /** By path. */
  readonly templates: ReadonlyMap<string, CompiledTemplate>;
}

/** The values of an action's fields by name; null for one that is absent. */
export type FilledFields = Readonly<Record<string, FieldValues[FieldKind] | null>>;

const MAX_REFERENCE_LENGTH = 255;
const MAX_DESCRIPTION_LENGTH = 500;
/** The maximum length of one field as JSON, in characters. */
const MAX_JSON_LENGTH = 65_536;

const TEMPLATE_KIND = {
  amount: 'amount',
  reference: 'text',
  description: 'text',
  json: 'value',
  payload: 'value',
} as const satisfies Record<FieldKind, TemplateKind>;

type FieldKind = keyof FieldValues;

/** The templates of each kind, by field. */
const FIELDS = withFields(ACTION_TYPES, (type: ActionType) => {
  const fields: ActionFields = ACTIONS[type].fields;
  return Object.entries(fields).flatMap(([name, { kind }]): [string, FieldKind][] => {
    const template = TEMPLATES[kind];
    return template === null ? [] : [[name, template]];
  });
});

const fieldsOf = ({ type }: ActionSource) => FIELDS[type];
const writtenAt = (source: Readonly<Record<string, unknown>>, field: string): unknown => source[field];

export function writtenTemplates(source: ActionSource): WrittenTemplate[] {
  return fieldsOf(source).flatMap(([field, kind]) => {
    const written = writtenAt(source, field);
    const texts = kind === 'amount' && typeof written === 'number' ? [{ path: field, text: String(written) }] : textsIn(written, field);
    return texts.map(({ path, text }) => ({ path, kind: TEMPLATE_KIND[kind], text }));
  });
}

function textsIn(json: unknown, path: string): { path: string; text: string }[] {
  if (typeof json === 'string') return [{ path, text: json }];
  return membersOf(json, path).flatMap((member) => textsIn(member.value, member.path));
}

/** The members of a list or object with their paths; none for a scalar. */
function membersOf(json: unknown, path: string): { key: string; path: string; value: unknown }[] {
  if (typeof json !== 'object' || json === null) return [];
  const inList = Array.isArray(json);
  return Object.entries(json).map(([key, value]) => ({ key, value, path: inList ? `${path}[${key}]` : memberPath(path, key) }));
}

/** @throws RuleSyntaxError when a template cannot be compiled. */
export function compileAction(source: ActionSource): CompiledAction {
  return { source, templates: new Map(writtenTemplates(source).map(({ path, kind, text }) => [path, compileTemplate(text, kind)])) };
}

/** The values of all fields of an action, or why a template of it has none. */
export function fillIn(action: CompiledAction, activation: RuleActivation, budget: EvaluationBudget): TemplateResult<FilledFields> {
  const filling = new Filling(action, activation, budget);
  const filled: Record<string, FieldValues[FieldKind] | null> = {};
  for (const [field, kind] of fieldsOf(action.source)) {
    const written = writtenAt(action.source, field);
    if (written === undefined) {
      filled[field] = null;
      continue;
    }
    const result = filling.field(field, kind, written);
    if (!result.ok) return result;
    filled[field] = result.value;
  }
  return { ok: true, value: filled };
}

/** The value of the template of a reference, or why it has none. */
export function filledReference(
  template: CompiledTemplate<'text'>,
  activation: RuleActivation,
  budget: EvaluationBudget,
): TemplateResult<string> {
  const result = evaluateTemplate(template, activation, budget);
  if (!result.ok) return result;
  const refused = (reason: string) => ({ ok: false as const, reason });
  const { length } = result.value;
  if (length === 0 || length > MAX_REFERENCE_LENGTH) return refused(`the text must have 1 to ${MAX_REFERENCE_LENGTH} characters`);
  if (result.value.startsWith(RESERVED_PREFIX)) return refused(`texts that begin with ${RESERVED_PREFIX} are reserved`);
  return isStorable(result.value) ? result : refused(UNSTORABLE);
}

/** The values of an action's fields as JSON: decimals as text. */
export const keptFields = (filled: FilledFields): JsonRecord =>
  Object.fromEntries(Object.entries(filled).map(([field, value]) => [field, value instanceof Amount ? value.toFixed() : value]));

/** The values that were kept as JSON. */
export const filledFromKept = (source: ActionSource, kept: JsonRecord): FilledFields =>
  Object.fromEntries(
    fieldsOf(source).map(([field, kind]) => {
      const value = kept[field] ?? null;
      return [field, kind === 'amount' && typeof value === 'string' ? amountOf(value) : value];
    }),
  );

type Filled = TemplateResult<FieldValues[FieldKind]>;

const failed = (path: string, reason: string) => ({ ok: false as const, reason: `${path}: ${reason}` });

class Filling {
  constructor(
    private readonly action: CompiledAction,
    private readonly activation: RuleActivation,
    private readonly budget: EvaluationBudget,
  ) {}

  field(path: string, kind: FieldKind, written: unknown): Filled {
    switch (kind) {
      case 'amount':
        return this.template(path, 'amount');
      case 'reference':
        return this.reference(path);
      case 'description':
        return this.description(path);
      case 'json':
        return this.json(path, written);
      case 'payload':
        return this.payload(path, written);
    }
  }

  private template<K extends TemplateKind>(path: string, kind: K): TemplateResult<TemplateValues[K]> {
    const result = evaluateTemplate(this.compiled(path, kind), this.activation, this.budget);
    return result.ok ? result : failed(path, result.reason);
  }

  private compiled<K extends TemplateKind>(path: string, kind: K): CompiledTemplate<K> {
    const template = this.action.templates.get(path);
    invariant(template && isOfKind(template, kind), 'each text of an action is compiled as the kind of its field');
    return template;
  }

  private reference(path: string): Filled {
    const result = filledReference(this.compiled(path, 'text'), this.activation, this.budget);
    return result.ok ? result : failed(path, result.reason);
  }

  /** Cut to what an entry can store: no action fails because of its description. */
  private description(path: string): Filled {
    const result = this.template(path, 'text');
    return result.ok ? { ok: true, value: result.value.slice(0, MAX_DESCRIPTION_LENGTH).replaceAll('\0', '').toWellFormed() } : result;
  }

  private json(path: string, written: unknown): TemplateResult<JsonValue> {
    const result = this.jsonAt(path, written);
    if (!result.ok) return result;
    const text = JSON.stringify(result.value);
    if (text.length > MAX_JSON_LENGTH) return failed(path, `the value is longer than ${MAX_JSON_LENGTH} characters of JSON`);
    return allStorable(result.value) ? result : failed(path, UNSTORABLE);
  }

  private payload(path: string, written: unknown): TemplateResult<JsonRecord> {
    const result = this.json(path, written);
    if (!result.ok) return result;
    invariant(isJsonRecord(result.value), 'a payload is written as an object');
    return { ok: true, value: result.value };
  }

  private jsonAt(path: string, written: unknown): TemplateResult<JsonValue> {
    if (typeof written === 'string') return this.template(path, 'value');
    // An action is read from JSON.
    if (typeof written !== 'object' || written === null) return { ok: true, value: written as JsonValue };
    const members: [string, JsonValue][] = [];
    for (const member of membersOf(written, path)) {
      const result = this.jsonAt(member.path, member.value);
      if (!result.ok) return result;
      members.push([member.key, result.value]);
    }
    return { ok: true, value: Array.isArray(written) ? members.map(([, value]) => value) : Object.fromEntries(members) };
  }
}

const UNSTORABLE = 'the text holds characters that cannot be stored';

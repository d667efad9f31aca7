/** Lists the program templates in the order in which they are offered, and fills them in for a new program. */
import type { ProgramConfiguration } from '../program-configuration';
import { CASHBACK } from './cashback';
import { EMPTY } from './empty';
import { POINTS } from './points';
import { REFERRAL } from './referral';
import { TEAM_CHALLENGE } from './team-challenge';
import type { ProgramTemplate } from './template';

export type { ProgramTemplate, TemplateGain, TemplateGroup, TemplateSample } from './template';

export const TEMPLATE_KEYS = ['cashback', 'points', 'referral', 'team-challenge', 'empty'] as const;
export type TemplateKey = (typeof TEMPLATE_KEYS)[number];

export const TEMPLATES: Readonly<Record<TemplateKey, ProgramTemplate>> = {
  cashback: CASHBACK,
  points: POINTS,
  referral: REFERRAL,
  'team-challenge': TEAM_CHALLENGE,
  empty: EMPTY,
};

/** The template that a program with rule sets of these keys was made from; EMPTY's for any other program. */
export const templateOfSets = (keys: readonly string[]): TemplateKey => TEMPLATE_KEYS.find((key) => keys.includes(key)) ?? 'empty';

export interface Choices {
  /** Replacement asset symbols, by the template's symbol. */
  readonly symbols: Readonly<Record<string, string>>;
  /** The ids of the groups, by their placeholders. */
  readonly groups: ReadonlyMap<string, string>;
}

/** The document of a template with the choices filled in. */
export function filledIn({ configuration }: ProgramTemplate, { symbols, groups }: Choices): ProgramConfiguration {
  const symbolOf = (symbol: string): string => (Object.hasOwn(symbols, symbol) ? (symbols[symbol] ?? symbol) : symbol);
  // Only texts are replaced, by texts.
  const renamed = <Item>(value: Item): Item => renameAssets(value, symbolOf) as Item;
  const document: ProgramConfiguration = {
    ...configuration,
    assets: configuration.assets.map((asset) => ({ ...asset, symbol: symbolOf(asset.symbol) })),
    rule_sets: renamed(configuration.rule_sets),
    rewards: renamed(configuration.rewards),
  };
  const text = [...groups].reduce((json, [placeholder, id]) => json.replaceAll(placeholder, id), JSON.stringify(document));
  // The document again, in which ids have replaced placeholders.
  return JSON.parse(text) as ProgramConfiguration;
}

/** Renames the value of every `asset` field and the keys of every `balances`, however deep. */
function renameAssets(value: unknown, symbolOf: (symbol: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameAssets(item, symbolOf));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'asset' && typeof item === 'string'
        ? symbolOf(item)
        : key === 'balances'
          ? renamedKeys(item, symbolOf)
          : renameAssets(item, symbolOf),
    ]),
  );
}

const renamedKeys = (balances: unknown, symbolOf: (symbol: string) => string): unknown =>
  Object.fromEntries(Object.entries(balances ?? {}).map(([symbol, balance]) => [symbolOf(symbol), balance]));

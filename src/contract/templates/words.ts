/** Describes a template in words: what a program made from it has, and what its sample events give. */
import type { ProgramConfiguration } from '../program-configuration';
import type { ProgramTemplate, TemplateGain, TemplateSample } from './template';

const counted = (count: number, one: string, many = `${one}s`): string[] => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]);

/** Such as `1 asset, 2 rules, 1 reward`. */
export function partsText({ configuration, groups }: ProgramTemplate): string {
  const { assets, rule_sets: sets, tiers, rewards, automations } = configuration;
  const rules = sets.flatMap((set) => set.rules);
  const parts = [
    ...counted(assets.length, 'asset'),
    ...counted(rules.length, 'rule'),
    ...counted(tiers.length, 'tier'),
    ...counted(rewards.length, 'reward'),
    ...counted(automations.length, 'automation'),
    ...counted(groups.length, 'group'),
  ];
  return parts.length === 0 ? 'Nothing but its settings' : parts.join(', ');
}

type Symbols = Readonly<Record<string, string>>;

const symbolIn = (symbols: Symbols, symbol: string): string => (Object.hasOwn(symbols, symbol) ? (symbols[symbol] ?? symbol) : symbol);

/** Such as `4.00 CASH for ada, to be spent later`. */
function gainText({ who, asset, amount, bucket }: TemplateGain, symbols: Symbols = {}): string {
  const taken = amount.startsWith('-');
  const sum = `${taken ? amount.slice(1) : amount} ${symbolIn(symbols, asset)}`;
  return `${sum} ${taken ? 'taken from' : 'for'} ${who}${bucket === 'DEFERRED' ? (taken ? ', not yet spendable' : ', to be spent later') : ''}`;
}

export const gainsText = ({ gains }: TemplateSample, symbols: Symbols = {}): string =>
  gains.length === 0 ? 'nothing' : gains.map((gain) => gainText(gain, symbols)).join('; ');

type Asset = ProgramConfiguration['assets'][number];

/** Such as `Points (PTS), whole numbers that can expire`. */
export function assetText({ name, symbol, scale, inventory_mode: mode }: Asset, symbols: Symbols = {}): string {
  const places = scale === 0 ? 'in whole numbers' : `with ${scale} decimal places`;
  return `${name} (${symbolIn(symbols, symbol)}), ${places}${mode === 'LOT' ? ', kept in lots that mature and expire' : ''}`;
}

/** Such as `Bronze from 1, Silver from 500`, by the counter of the criteria. */
export const levelsText = ({ levels }: ProgramConfiguration['tiers'][number]): string =>
  levels
    .map(({ key, display_name: name, qualification }) =>
      [name ?? key, ...(qualification?.criteria ?? []).map(({ counter, threshold }) => `from ${threshold} of ${counter}`)].join(' '),
    )
    .join(', ');

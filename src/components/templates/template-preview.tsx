/** Describes what a program from a template will contain, and what its first events will give. */
'use client';
import type { ReactNode } from 'react';
import type { ProgramTemplate } from '@/contract/templates';
import { assetText, gainsText, levelsText } from '@/contract/templates/words';
import { FILLING, onDemand } from '@/components/ui/on-demand';

const TemplateSentences = onDemand(() => import('./template-sentences').then((loaded) => loaded.TemplateSentences), FILLING);

export function TemplatePreview({ template, symbols }: { template: ProgramTemplate; symbols: Readonly<Record<string, string>> }) {
  const { configuration, groups, samples } = template;
  const rules = configuration.rule_sets.flatMap((set) => set.rules);
  if (rules.length === 0) return <p className="text-ink-soft">It starts empty: link assets and write rules afterwards.</p>;
  return (
    <section aria-label="What it will create" className="panel flex flex-col gap-3 p-3">
      <Items title="Assets" items={configuration.assets.map((asset) => assetText(asset, symbols))} />
      <Items title="Rules" items={rules.map(({ name, description }) => ({ name, text: description ?? '' }))} />
      <Items title="Tiers" items={configuration.tiers.map((tier) => ({ name: tier.name, text: `${levelsText(tier)}.` }))} />
      <Items title="Rewards" items={configuration.rewards.map(({ name, description }) => ({ name, text: description ?? '' }))} />
      <Items title="Automations" items={configuration.automations.map(({ name, description }) => ({ name, text: description ?? '' }))} />
      <Items title="Groups" items={groups.map(({ name, members }) => ({ name, text: `With ${members.join(' and ')} to try it with.` }))} />
      <Items
        title="What the first events will give"
        items={samples.map((sample) => ({ name: sample.title, text: `${capitalized(gainsText(sample, symbols))}.` }))}
      />
      <details>
        <summary className="text-accent cursor-pointer">Exactly what they do, in words</summary>
        <TemplateSentences template={template} symbols={symbols} />
      </details>
    </section>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Item = string | { readonly name: string; readonly text: string };

function Items({ title, items }: { title: string; items: readonly Item[] }): ReactNode {
  if (items.length === 0) return null;
  return (
    <div>
      <h3 className="text-ink-soft text-xs font-medium">{title}</h3>
      <ul className="mt-1 flex flex-col gap-1">
        {items.map((item) =>
          typeof item === 'string' ? (
            <li key={item}>{item}</li>
          ) : (
            <li key={item.name}>
              <span className="font-medium">{item.name}.</span> <span className="text-ink-soft">{item.text}</span>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

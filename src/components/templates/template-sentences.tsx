/** Tells every rule, tier and automation of a template in a sentence, with the symbols that were chosen. */
import type { ProgramTemplate } from '@/contract/templates';
import { templateAutomationSentence, templateRuleSentence, templateTierSentence } from '@/contract/templates/sentences';

interface TemplateSentencesProps {
  template: ProgramTemplate;
  symbols: Readonly<Record<string, string>>;
}

export function TemplateSentences({ template: { configuration }, symbols }: TemplateSentencesProps) {
  const symbolOf = (symbol: string): string => (Object.hasOwn(symbols, symbol) ? (symbols[symbol] ?? symbol) : symbol);
  const told = [
    ...configuration.rule_sets.flatMap((set) => set.rules.map((rule) => ({ name: rule.name, text: templateRuleSentence(rule, symbolOf) }))),
    ...configuration.tiers.map((tier) => ({ name: tier.name, text: templateTierSentence(tier) })),
    ...configuration.automations.map((automation) => ({ name: automation.name, text: templateAutomationSentence(automation) })),
  ];
  return (
    <ul className="mt-2 flex flex-col gap-1">
      {told.map(({ name, text }) => (
        <li key={name}>
          <span className="font-medium">{name}.</span> <span className="text-ink-soft">{text}</span>
        </li>
      ))}
    </ul>
  );
}

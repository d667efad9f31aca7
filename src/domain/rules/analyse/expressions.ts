/** Every expression that a compiled rule evaluates: its condition, then the holes of its actions' templates in order. */
import type { CompiledExpression } from '../expression';
import type { CompiledRule } from '../rule';
import { templateExpressions, type CompiledTemplate } from '../template';

export function expressionsOf(rule: CompiledRule): CompiledExpression[] {
  return [rule.condition.expression, ...rule.actions.flatMap((action) => templatesIn({ ...action, source: null })).flatMap(templateExpressions)];
}

const isTemplate = (value: object): value is CompiledTemplate => 'parts' in value && 'kind' in value;

function templatesIn(value: unknown): CompiledTemplate[] {
  if (value === null || typeof value !== 'object') return [];
  return isTemplate(value) ? [value] : Object.values(value).flatMap(templatesIn);
}

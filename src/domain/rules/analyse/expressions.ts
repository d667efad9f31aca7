/** Every expression that a compiled rule evaluates: its condition, then the holes of its actions' templates in order. */
import type { CompiledExpression } from '../expression';
import type { CompiledRule } from '../rule';

export const expressionsOf = (rule: CompiledRule): readonly CompiledExpression[] => rule.expressions;

/** Lists every tool. */
import { PROGRAMS } from './programs';
import { PARTICIPANTS } from './participants';
import { ACTIVITY } from './activity';
import { REPORTS } from './reports';
import { WEBHOOKS } from './webhooks';
import type { ToolDeclaration } from './declaration';

export const TOOLS: readonly ToolDeclaration[] = [...PROGRAMS, ...PARTICIPANTS, ...ACTIVITY, ...REPORTS, ...WEBHOOKS];

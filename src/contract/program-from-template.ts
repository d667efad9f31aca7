/** The input for creating a program from a template. */
import { z } from 'zod';
import { AssetSymbol } from './asset';
import { Name, TimeZone } from './primitives';
import { TEMPLATE_KEYS, TEMPLATES } from './templates';

export const ProgramFromTemplate = z
  .strictObject({
    template: z.enum(TEMPLATE_KEYS),
    name: Name.describe('Name of the new program.'),
    timezone: TimeZone.optional().describe('Time zone of the new program; UTC when absent.'),
    symbols: z
      .record(z.string(), AssetSymbol)
      .default({})
      .describe("Different symbols for the assets of the template, keyed by the template's own symbols."),
  })
  .superRefine(({ template, symbols }, context) => {
    const known = TEMPLATES[template].configuration.assets.map(({ symbol }) => symbol);
    for (const symbol of Object.keys(symbols).filter((key) => !known.includes(key)))
      context.addIssue({ code: 'custom', path: ['symbols', symbol], message: 'The template has no asset with this symbol.' });
  });
export type ProgramFromTemplate = z.infer<typeof ProgramFromTemplate>;

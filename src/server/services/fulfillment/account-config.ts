/** Validates an account's configuration as sent, and splits it into settings, which may be shown, and secrets, which must not be. */
import type { z } from 'zod';
import { PROVIDER_CONFIG } from '@/contract/fulfillment';
import { DomainError, type FieldError } from '@/domain/errors';
import type { ProviderName } from '@/domain/fulfillment/provider';

interface AccountConfig {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

type Sent = Readonly<Record<string, unknown>>;

/**
 * @param sent settings by name; null omits one.
 * @throws DomainError invalid_config naming every field at fault.
 */
export function parseConfig(provider: ProviderName, sent: Sent): AccountConfig {
  const schemas = PROVIDER_CONFIG[provider];
  const entries = Object.entries(sent).filter(([, value]) => value !== null);
  const isSecret = (name: string): boolean => name in schemas.secrets.shape;
  const settings = schemas.settings.safeParse(Object.fromEntries(entries.filter(([name]) => !isSecret(name))));
  const secrets = schemas.secrets.safeParse(Object.fromEntries(entries.filter(([name]) => isSecret(name))));
  const fields = [settings, secrets].flatMap((read) => read.error?.issues ?? []).flatMap((issue) => fieldErrors(issue, sent));
  if (!settings.success || !secrets.success) throw invalidConfig(fields);
  return { settings: settings.data, secrets: secrets.data };
}

function fieldErrors(issue: z.core.$ZodIssue, sent: Sent): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      field: `config.${key}`,
      message: 'This setting is not known to the provider.',
      reason: 'unknown_field',
    }));
  const name = String(issue.path[0]);
  const isMissing = sent[name] === undefined || sent[name] === null;
  return [{ field: `config.${name}`, message: issue.message, reason: isMissing ? 'required' : 'invalid_value' }];
}

function invalidConfig(fields: FieldError[]): DomainError {
  const [first] = fields;
  const message =
    fields.length === 1 && first
      ? `\`${first.field}\`: ${first.message}`
      : `${fields.length} settings are missing or wrong; \`fields\` lists each.`;
  return new DomainError('invalid_config', message, { ...(fields.length === 1 && first ? { param: first.field } : {}), fields });
}

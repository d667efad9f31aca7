/** What a receiver of webhooks gets: the envelope with the `data` of each event type, as the domain describes it. */
import { z } from 'zod';
import { EVENT_TYPES, type WebhookType } from '@/domain/webhooks/catalog';
import type { PayloadField, PayloadFields, PayloadShape } from '@/domain/webhooks/payload-shape';
import { DecimalString, Uuid } from './primitives';
import { WebhookEnvelope } from './webhook';

const valueOf = (field: PayloadField): z.ZodType => {
  switch (field.kind) {
    case 'uuid':
      return Uuid;
    case 'text':
      return z.string();
    case 'decimal':
      return DecimalString;
    case 'count':
      return z.int().min(0);
    case 'choice':
      return z.enum(field.values);
    case 'object':
      return payloadOf(field.shape);
    case 'list':
      return z.array(payloadOf(field.of));
  }
};

function fieldOf(field: PayloadField): z.ZodType {
  const value = field.nullable ? valueOf(field).nullable() : valueOf(field);
  const described = value.describe(field.description);
  return field.optional ? described.optional() : described;
}

const fieldsOf = (fields: PayloadFields) => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldOf(field)]));

function payloadOf({ fields, alternatives }: PayloadShape): z.ZodType {
  const forms = (alternatives ?? [{}]).map((others) => z.strictObject(fieldsOf({ ...fields, ...others })));
  const [only] = forms;
  return forms.length === 1 && only ? only : z.union(forms);
}

/** What a receiver gets for an event type: the envelope with the type's own `data`. */
export const webhookBody = (type: WebhookType) =>
  WebhookEnvelope.extend({ type: z.literal(type), data: payloadOf(EVENT_TYPES[type].payload) }).describe(EVENT_TYPES[type].description);

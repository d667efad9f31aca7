/** Defines what is listed of a type of webhook event, and the fields that many of them have. */
import type { PayloadOf, PayloadShape } from './payload-shape';

interface EventType<Shape extends PayloadShape> {
  /** `movement`: one journal entry each. `lifecycle`: a resource changing state. */
  readonly category: 'movement' | 'lifecycle';
  readonly description: string;
  readonly payload: Shape;
  readonly sample: NoInfer<PayloadOf<Shape>>;
}

export const eventType = <const Shape extends PayloadShape>(entry: EventType<Shape>): EventType<Shape> => entry;

export const uuid = (description: string) => ({ kind: 'uuid', description }) as const;
export const text = (description: string) => ({ kind: 'text', description }) as const;
export const decimal = (description: string) => ({ kind: 'decimal', description }) as const;

export const organization_id = uuid('The organization.');
export const program_id = uuid('The program.');
export const asset_id = uuid('The asset.');
export const participant_id = uuid('The participant.');
export const group_id = uuid('The group.');
export const journal_entry_id = uuid('The journal entry that was posted.');
export const amount = decimal("The amount, with exactly the asset's scale.");
export const error = text('What was wrong, in one sentence.');
export const error_code = text('Code of the failure, as in the list of errors.');

/** Saved views of the dashboard's lists: an address with its filters, search and order, under a name. */
import { z } from 'zod';
import { nameOf, Timestamp, Uuid } from './primitives';

const Page = z
  .string()
  .max(100)
  .regex(/^\/[a-z/-]*$/)
  .describe('The path of the list in the dashboard.');

const Name = nameOf(80).trim().min(1);

const Query = z.string().max(2_000).describe('As it stands in the address, without the question mark.');

export const SavedView = z.strictObject({
  id: Uuid,
  page: Page,
  name: Name,
  query: Query,
  shared: z.boolean().describe('Whether everybody in the organization sees it.'),
  own: z.boolean().describe('Whether the person who asks made it.'),
  owner_name: z.string(),
  changeable: z.boolean().describe('Whether the person who asks may change or remove it.'),
  is_default: z.boolean().describe('Whether the list opens with it for the person who asks.'),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type SavedView = z.infer<typeof SavedView>;

export const SavedViews = z.strictObject({ data: z.array(SavedView) });

export const CreateSavedView = z.strictObject({ page: Page, name: Name, query: Query, shared: z.boolean().default(false) });
export type CreateSavedView = z.infer<typeof CreateSavedView>;

export const SavedViewPath = z.strictObject({ id: Uuid });

export const UpdateSavedView = SavedViewPath.extend({
  name: Name.optional(),
  query: Query.optional(),
  shared: z.boolean().optional(),
});
export type UpdateSavedView = z.infer<typeof UpdateSavedView>;

export const SetDefaultView = z.strictObject({
  page: Page,
  id: Uuid.nullable().describe('Null: the list opens without filters.'),
});
export type SetDefaultView = z.infer<typeof SetDefaultView>;

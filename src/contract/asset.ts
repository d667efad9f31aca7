/** Assets: the currencies and points units that are tracked, issued and spent. */
import { z } from 'zod';
import { ceilingText } from '@/domain/assets';
import { MAX_SCALE } from '@/domain/money';
import { archivedToo, createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { DecimalString, enumOrCode, Name, Timestamp, Uuid } from './primitives';
import { ASSET_STATUSES } from './choices';

export const AssetStatus = z.enum(ASSET_STATUSES);
const InventoryMode = z.enum(['SIMPLE', 'LOT']);
const IssuancePolicy = enumOrCode(['UNLIMITED', 'PREFUNDED'], 'invalid_issuance_policy');

export const AssetSymbol = z
  .string()
  .min(1)
  .max(16)
  .regex(/^[^\s\p{C}]*$/u, { error: 'Must not hold spaces or control characters.' })
  .meta({ examples: ['PTS'] });

const Ceiling = z
  .string()
  .refine((text) => ceilingText(text), {
    message: 'Must be a positive decimal string such as "500.00".',
    params: { code: 'max_transaction_amount_out_of_range', expected: 'positive decimal string' },
  })
  .meta({ examples: ['500.00'] });

export const Asset = z
  .strictObject({
    id: Uuid,
    name: z.string(),
    symbol: z.string(),
    scale: z.int().describe('Decimal places of every amount in this asset.'),
    inventory_mode: InventoryMode.describe(
      'SIMPLE assets keep one balance. LOT assets track when each unit was earned, matures and expires.',
    ),
    issuance_policy: IssuancePolicy.describe('PREFUNDED credits draw on the program wallet; UNLIMITED credits bypass it.'),
    max_transaction_amount: DecimalString.nullable().describe('Largest amount of a single transaction; null means no limit.'),
    program_ids: z.array(Uuid).describe('Programs the asset is linked to, oldest link first.'),
    status: AssetStatus,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When the record was archived; null unless it is archived.'),
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof Asset>;

export const CreateAsset = z.strictObject({
  name: Name,
  symbol: AssetSymbol.describe('Short code of the asset, unique in the organization.'),
  scale: z.int().min(0).max(MAX_SCALE),
  inventory_mode: InventoryMode,
  issuance_policy: IssuancePolicy,
  max_transaction_amount: Ceiling.nullable().optional(),
  program_ids: z.array(Uuid).max(100).optional().describe('Programs to link the asset to when it is created.'),
});
export type CreateAsset = z.infer<typeof CreateAsset>;

export const AssetPath = z.strictObject({ id: Uuid });

export const UpdateAsset = AssetPath.extend({
  name: Name.optional(),
  max_transaction_amount: Ceiling.nullable().optional().describe('Largest amount of a single transaction; null removes the limit.'),
  status: AssetStatus.optional().describe('Status of the asset. ARCHIVED is final.'),
});
export type UpdateAsset = z.infer<typeof UpdateAsset>;

export const ListAssets = listQuery({
  ...createdWindow,
  ...sortedBy(['created_at', 'name', 'symbol']),
  ...searchText,
  ...archivedToo,
  status: AssetStatus.optional(),
  program_id: Uuid.optional().describe('Only assets linked to this program.'),
});
export type ListAssets = z.infer<typeof ListAssets>;

export const AssetPage = pageOf(Asset);

export const LOOKUP_MAX = 500;
export const LookupAssets = z.strictObject({ ids: z.array(Uuid).min(1).max(LOOKUP_MAX) });
export const AssetLookup = z
  .strictObject({ data: z.array(Asset), missing_ids: z.array(Uuid).describe('Requested ids for which the organization has no asset.') })
  .meta({ id: 'AssetLookup' });

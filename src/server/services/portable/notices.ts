/** Writes settings of notices as documents have them, and makes them of documents; what was sent does not go along. */
import type { PortableNoticeTerms } from '@/contract/notice-setting';
import type { PortableNotice } from '@/contract/portable-parts';
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { NoticeTerms } from '@/domain/notices/kinds';
import type { NoticeSettingRow } from '@/server/db/repositories/notices/notice-settings';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { createNoticeSetting } from '@/server/services/notices/create-notice-setting';

/** @param row not archived. @param symbols those of the assets by id, the one that it names among them. */
export const portableNotice = (row: NoticeSettingRow, symbols: ReadonlyMap<string, string>): PortableNotice => ({
  key: row.key,
  name: row.name,
  status: row.status === 'ACTIVE' ? 'ACTIVE' : 'PAUSED',
  terms: portableTerms(row.terms, symbols),
  audience: row.audience,
  quiet_hours: row.quiet_hours && { ...row.quiet_hours },
});

function portableTerms(terms: NoticeTerms, symbols: ReadonlyMap<string, string>): PortableNoticeTerms {
  if (terms.kind !== 'VALUE_EXPIRES') return terms;
  const { asset_id: id, ...others } = terms;
  return { ...others, asset: id === null ? null : present(symbols.get(id), 'it was asked for with its assets') };
}

/** @param assets ids by symbol. @throws DomainError asset_not_linked, not_found (`terms.tier`), invalid_amount, key_exists, validation_error. */
export async function noticeFrom(
  ctx: Ctx,
  tx: Tx,
  programId: string,
  notice: PortableNotice,
  assets: ReadonlyMap<string, string>,
): Promise<void> {
  await createNoticeSetting(ctx, tx, { ...notice, program_id: programId, terms: termsFrom(notice.terms, assets) });
}

function termsFrom(terms: PortableNoticeTerms, assets: ReadonlyMap<string, string>): NoticeTerms {
  if (terms.kind !== 'VALUE_EXPIRES') return terms;
  const { asset, ...others } = terms;
  if (asset === null) return { ...others, asset_id: null };
  const asset_id = assets.get(asset);
  if (asset_id !== undefined) return { ...others, asset_id };
  throw new DomainError('asset_not_linked', 'The program has no linked asset with this symbol; link it first.', { param: 'terms.asset' });
}

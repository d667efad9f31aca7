/** Settings of notices as a section of documents; what was sent does not go along. */
import type { PortableNoticeTerms } from '@/contract/notice-setting';
import type { PortableNotice } from '@/contract/portable-parts';
import { present } from '@/domain/assert';
import { canonicalJson } from '@/domain/canonical-json';
import { DomainError } from '@/domain/errors';
import type { NoticeTerms } from '@/domain/notices/kinds';
import { applyNoticeSettingChange } from '@/domain/notices/setting';
import { settingSentence } from '@/domain/notices/setting-sentence';
import { loadProgramNoticeSettings, type NoticeSettingRow } from '@/server/db/repositories/notices/notice-settings';
import { createNoticeSetting, getNoticeSettingForUpdate, writeNoticeSetting } from '@/server/services/notices/settings';
import type { OfProgram, Section } from './section';

type Symbols = ReadonlyMap<string, string>;

/** @param row not archived. @param symbols those of the assets by id, the one that it names among them. */
export const portableNotice = (row: NoticeSettingRow, symbols: Symbols): PortableNotice => ({
  key: row.key,
  name: row.name,
  status: row.status === 'ACTIVE' ? 'ACTIVE' : 'PAUSED',
  terms: portableTerms(row.terms, symbols),
  audience: row.audience,
  quiet_hours: row.quiet_hours && { ...row.quiet_hours },
});

function portableTerms(terms: NoticeTerms, symbols: Symbols): PortableNoticeTerms {
  if (terms.kind !== 'VALUE_EXPIRES') return terms;
  const { asset_id: id, ...others } = terms;
  return { ...others, asset: id === null ? null : present(symbols.get(id), 'it was asked for with its assets') };
}

export const noticeSection = ({ ctx, tx, programId, assets, symbols }: OfProgram): Section<NoticeSettingRow, PortableNotice> => ({
  load: () => loadProgramNoticeSettings(tx, ctx.organization.id, programId),
  make: (notice) => createNoticeSetting(ctx, tx, { ...notice, program_id: programId, terms: termsFrom(notice.terms, assets) }),
  compare: async (id, { key: _key, terms, ...sent }) => {
    const before = await getNoticeSettingForUpdate(ctx, tx, id);
    const isSame = canonicalJson(portableTerms(before.terms, symbols)) === canonicalJson(terms);
    const change = {
      name: sent.name,
      status: sent.status,
      audience: sent.audience ?? null,
      quiet_hours: sent.quiet_hours ?? null,
      ...(isSame ? {} : { terms: termsFrom(terms, assets) }),
    };
    return { before, after: applyNoticeSettingChange(before, change, ctx.clock.now()) };
  },
  write: (before, after) => writeNoticeSetting(ctx, tx, before, after),
  archive: async (id) => {
    const before = await getNoticeSettingForUpdate(ctx, tx, id);
    await writeNoticeSetting(ctx, tx, before, applyNoticeSettingChange(before, { status: 'ARCHIVED' }, ctx.clock.now()));
  },
  portable: (row) => portableNotice(row, symbols),
  sentence: (row) => settingSentence(row, 'asset_id' in row.terms ? (symbols.get(row.terms.asset_id ?? '') ?? null) : null),
});

function termsFrom(terms: PortableNoticeTerms, assets: ReadonlyMap<string, string>): NoticeTerms {
  if (terms.kind !== 'VALUE_EXPIRES') return terms;
  const { asset, ...others } = terms;
  if (asset === null) return { ...others, asset_id: null };
  const asset_id = assets.get(asset);
  if (asset_id !== undefined) return { ...others, asset_id };
  throw new DomainError('asset_not_linked', 'The program has no linked asset with this symbol; link it first.', { param: 'terms.asset' });
}

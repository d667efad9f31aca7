import { describe, expect, test } from 'vitest';
import { readCells, readHeader } from '@/domain/imports/columns';

const fieldsOf = (header: string[], cells: string[]) => readCells(readHeader(header), cells, 64);

test('an empty or blank cell says nothing', () => {
  expect(fieldsOf(['external_id', 'email', 'tags', 'attributes'], ['ada', '', ' ', ''])).toEqual({
    fields: { external_id: 'ada' },
    faults: [],
  });
});

test('an opening balance of nothing is none', () => {
  const given = (amount: string) => fieldsOf(['external_id', 'opening_balance'], ['ada', amount]).fields.opening_balance;
  expect(['0', '0.00', '00'].map(given)).toEqual([undefined, undefined, undefined]);
  expect([' 1.50 ', '-0', '0.0x'].map(given)).toEqual(['1.50', '-0', '0.0x']);
});

test('what kept a cell from running as a formula is not part of it', () => {
  expect(fieldsOf(['external_id', 'phone'], ["'=ada", "'+49"]).fields).toEqual({ external_id: '=ada', phone: '+49' });
});

test('attributes come from one JSON object and from columns of their own', () => {
  const { fields } = fieldsOf(['external_id', 'attributes', 'attribute.plan'], ['ada', '{"age":30,"plan":"silver"}', 'gold']);
  expect(fields.attributes).toEqual({ age: 30, plan: 'gold' });
});

test('attributes nested deeper than a value may be are refused', () => {
  const deep = `{"a":${'['.repeat(70)}${']'.repeat(70)}}`;
  expect(fieldsOf(['external_id', 'attributes'], ['ada', deep]).faults).toMatchObject([{ field: 'attributes' }]);
});

describe('a header', () => {
  test('may have its columns in any order, and those of an export that cannot be set', () => {
    expect(fieldsOf(['id', 'email', 'external_id', 'created_at'], ['1', 'a@example.com', 'ada', 'x']).fields).toEqual({
      email: 'a@example.com',
      external_id: 'ada',
    });
  });

  test('with many columns that are not known is refused with the first of them and how many there are', () => {
    const names = Array.from({ length: 12 }, (_, index) => `column ${index}`);
    expect(() => readHeader(['external_id', ...names])).toThrow(/"column 0", .*"column 4" and 7 more\. /);
  });

  test.each([[['external_id', 'attribute.']], [['external_id', 'EMAIL']], [['external_id', '']]])(
    '%j has a column that is not known',
    (header) => {
      expect(() => readHeader(header)).toThrow(/unknown columns/);
    },
  );
});

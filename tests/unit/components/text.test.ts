/** How the dashboard renders amounts, times and tables. */
import { describe, expect, test } from 'vitest';
import type { Column } from '@/components/data-table/column';
import { toCsv } from '@/components/data-table/csv';
import { durationText } from '@/domain/duration';
import { groupDigits } from '@/components/ui/money';
import { relativeText } from '@/components/ui/relative-time';
import { fieldWords } from '@/trpc/field-words';

describe('an amount', () => {
  test.each([
    ['0', '0'],
    ['999.50', '999.50'],
    ['1000', '1,000'],
    ['-1234567.8900', '−1,234,567.8900'],
    ['123456789012345678901234567890.000000000000000001', '123,456,789,012,345,678,901,234,567,890.000000000000000001'],
  ])('%s keeps every digit as %s', (amount, shown) => {
    expect(groupDigits(amount)).toBe(shown);
  });

  test('that is no decimal stays as it came', () => {
    expect(groupDigits('1e5')).toBe('1e5');
  });
});

describe('a duration', () => {
  test.each([
    ['90d', '90 days'],
    ['1w2d12h', '1 week 2 days 12 hours'],
    ['1h', '1 hour'],
  ])('%s reads as %s', (duration, words) => {
    expect(durationText(duration)).toBe(words);
  });

  test('that is none stays as it came', () => {
    expect(durationText('soon')).toBe('soon');
  });
});

describe('what is wrong with a field', () => {
  const amount = {
    field: 'amount',
    reason: 'invalid_value',
    message: 'Must be a positive decimal string.',
    expected: 'positive decimal string',
  };

  test('is said in words of a form where the API speaks to programs', () => {
    expect(fieldWords(amount)).toBe('Enter an amount above 0, such as 12.50.');
  });

  test('is that it is empty where the API says when it is required', () => {
    expect(fieldWords({ field: 'cron_expression', reason: 'required', message: 'Is required for CRON.' })).toBe('Must not be empty.');
  });

  test('is said as the API says it where nothing better is known', () => {
    expect(fieldWords({ ...amount, message: 'Must not be blank.', expected: undefined })).toBe('Must not be blank.');
  });
});

describe('a time', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  test.each([
    ['2026-03-01T11:59:50Z', 'just now'],
    ['2026-03-01T11:55:00Z', '5 min. ago'],
    ['2026-03-01T14:30:00Z', 'in 2 hr.'],
    ['2026-02-27T12:00:00Z', '2 days ago'],
    ['2024-01-01T00:00:00Z', '2 yr. ago'],
  ])('%s reads as %s', (at, text) => {
    expect(relativeText(Date.parse(at), now)).toBe(text);
  });
});

describe('a CSV export', () => {
  const columns: Column<{ text: string }>[] = [{ header: 'Text', cell: () => null, text: (row) => row.text }];
  const exported = (text: string): string | undefined => toCsv(columns, [{ text }]).split('\r\n')[1];

  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['-12.50', '-12.50'],
  ])('writes %s as %s', (text, cell) => {
    expect(exported(text)).toBe(cell);
  });

  test.each(['=1+1', '+1', '@sum', '-1+1', '\tx'])('keeps a spreadsheet from running %j', (text) => {
    expect(exported(text)).toBe(`'${text}`);
  });
});

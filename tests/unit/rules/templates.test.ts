/** What templates compute: exact decimals, texts, and values that keep their type. */
import { describe, expect, test } from 'vitest';
import { compileTemplate, literalAmount } from '@/domain/rules/template';
import { refusal, render, webhook } from './support';

const order = {
  type: 'order',
  amount: 37.5,
  price: 19.99,
  qty: 5,
  third: 0.1,
  text: '12.50',
  big: '123456789012345678901234567890.12',
  word: 'twelve',
  note: null,
  ok: true,
  tiny: 1e-7,
  items: [
    { n: 2, p: 0.1 },
    { n: 3, p: 0.2 },
  ],
};

describe('amounts', () => {
  test.each([
    ['10', '10'],
    [' 0.50 ', '0.5'],
    ['-3', '-3'],
    ['123456789012345678901234567890.123456', '123456789012345678901234567890.123456'],
    ['{{ 0.1 * 3 }}', '0.3'],
    ['{{ 0.1 + 0.2 }}', '0.3'],
    ['{{ 19.99 * 0.05 }}', '0.9995'],
    ['{{ event.price * 0.05 }}', '0.9995'],
    ['{{ event.price * event.qty }}', '99.95'],
    ['{{ 5 / 2 }}', '2.5'],
    ['{{ 7 % 2.5 }}', '2'],
    ['{{ -event.amount }}', '-37.5'],
    ['{{ 1.10 }}', '1.1'],
    ['{{ 1e-3 * 3 }}', '0.003'],
    ['{{ 0x10 + 1u }}', '17'],
    ['{{ 123456789012345678901234567890 * 2 }}', '246913578024691357802469135780'],
    ['{{ 0.123456789012345678901234567890 + 1 }}', '1.12345678901234567890123456789'],
    ['{{ event.tiny * 3 }}', '0.0000003'],
    ['{{ event.text }}', '12.5'],
    ['{{ event.big }}', '123456789012345678901234567890.12'],
    ['{{ decimal(event.big) * 3 }}', '370370367037037036703703703670.36'],
    ['{{ decimal(event.big) - decimal("0.12") == 123456789012345678901234567890 ? 1 : 0 }}', '1'],
    ['{{ participant.counters.huge }}', '123456789012345678901234567890'],
    ['{{ participant.counters.huge + 0.1 }}', '123456789012345678901234567890.1'],
    ['{{ participant.counters.never }}', '0'],
    ['{{ participant.balances.PTS.available / 4 }}', '2.625'],
    ['{{ event.qty > 4 ? event.price : 1 }}', '19.99'],
    ['{{ has(event.bonus) ? event.bonus : 2.5 }}', '2.5'],
    ['{{ event.type == "order" && event.ok ? 1 : 0 }}', '1'],
    ['{{ math.greatest(event.amount, 40, event.price) }}', '40'],
    ['{{ math.least([event.amount, 40]) }}', '37.5'],
    ['{{ math.floor(19.999, 2) }}', '19.99'],
    ['{{ math.floor(-19.991, 2) }}', '-20'],
    ['{{ math.ceil(-19.999, 2) }}', '-19.99'],
    ['{{ math.round(2.675, 2) }}', '2.68'],
    ['{{ math.round(-2.675, 2) }}', '-2.68'],
    ['{{ math.trunc(-1.999, 1) }}', '-1.9'],
    ['{{ math.round(1.0000000000000000005, 18) }}', '1.000000000000000001'],
    ['{{ math.floor(event.price) + math.ceil(0.2) + math.round(0.5) + math.trunc(-1.9) + math.abs(-2) }}', '22'],
    ['{{ size(event.items) * 2 + event.type.size() }}', '9'],
    ['{{ event.items.map(i, i.n * i.p)[1] }}', '0.6'],
    ['{{ event.items.filter(i, i.p > 0.1)[0].n }}', '3'],
    ['{{ event.items.exists(i, i.p == 0.2) ? 1 : 0 }}', '1'],
    ['{{ int(event.price) + double("0.5") + uint(3) }}', '22.5'],
    ['{{ int("12") * 2 }}', '24'],
    ['{{ {"order": 2.5, "refund": 0}[event.type] }}', '2.5'],
    ['{{ {"a": {"b": 3}}.a.b }}', '3'],
    ['{{ [1.5, 2][int(1)] + event.type.indexOf("r") }}', '3'],
    ['{{ event.type.charAt(0) == "o" ? 3 : 4 }}', '3'],
    ['{{ now.getFullYear() + 0.5 }}', '2026.5'],
    ['{{ int(now - timestamp("2026-03-01T12:00:00Z")) }}', '1800'],
    ['{{ type(event.qty) == int ? 1 : 0 }}', '1'],
  ])('%s is exactly %s', (source, expected) => {
    expect(render(source, 'amount', order)).toBe(expected);
  });

  test.each([
    ['{{ event.missing }}', '!event.missing is absent'],
    ['{{ event.word }}', '!The amount is a text that is not a decimal'],
    ['{{ event.note }}', '!The amount is a value of kind null'],
    ['{{ event.ok }}', '!The amount is a value of kind bool'],
    ['{{ event.text * 2 }}', '!There is no string * decimal'],
    ['{{ 1 / 0 }}', '!Division by zero'],
    ['{{ 1 % 0 }}', '!Division by zero'],
    ['{{ decimal(event.word) }}', '!"twelve" is not a decimal'],
    ['{{ math.sqrt(-1) }}', '!A negative number has no square root'],
    ['{{ 1e100 * 1e100 }}', '!A number has more than 150 digits before or after the point'],
  ])('%s gives no amount but its reason', (source, expected) => {
    expect(render(source, 'amount', order)).toBe(expected);
  });

  test.each(['', 'ten', '1,5', '1e3', '{{ 1 }} {{ 2 }}', 'about {{ 1 }}', '10 {{ 1 }}'])('%j is refused', (source) => {
    expect(refusal(() => compileTemplate(source, 'amount'))).toMatch(/^1:1 An amount is a decimal/);
  });

  test('a literal is known before any event', () => {
    expect(literalAmount(compileTemplate('12.50', 'amount'))?.toFixed()).toBe('12.5');
    expect(literalAmount(compileTemplate('{{ 12.50 }}', 'amount'))).toBeUndefined();
  });
});

describe('texts', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    ['order {{ event.qty }} of {{ event.type }}', 'order 5 of order'],
    ['{{ event.price * 0.05 }}', '0.9995'],
    ['{{ event.ok }}/{{ event.items.map(i, i.n) }}', 'true/[2,3]'],
    [
      '{{ "%.2f and %s and %d".format([event.price * 3, decimal(event.big), event.qty]) }}',
      '59.97 and 123456789012345678901234567890.12 and 5',
    ],
    ['at {{ now }}', 'at 2026-03-01T12:30:00.250Z'],
    ['{{ "}}" + \'{{\' }}', '}}{{'],
    ['{{ {"a": {"b": "x"}}.a.b }}{{event.type}}', 'xorder'],
    ['{{ string(event.amount) + "!" }}', '37.5!'],
    ['a } b { c }} d', 'a } b { c }} d'],
  ])('%s reads %s', (source, expected) => {
    expect(render(source, 'text', order)).toBe(expected);
  });

  test('null has no text, so no reference is ever built from nothing', () => {
    expect(render('order-{{ event.note }}', 'text', order)).toBe('!event.note is null, which has no text');
  });

  test.each([
    ['a {{ event.type', '1:3 This "{{" is not closed by "}}".'],
    ['a\n{{ event.type + }}', '2:'],
    ['{{ 1 }} {{ nothing }}', '1:12 There is no name nothing.'],
    ['{{}}', '1:3 The expression is not valid CEL'],
  ])('%j is refused at its position in the whole template', (source, expected) => {
    expect(refusal(() => compileTemplate(source, 'text'))).toContain(expected);
  });
});

describe('values', () => {
  test.each([
    ['{{ event.qty }}', 5],
    ['{{ event.price * 2 }}', 39.98],
    ['{{ decimal(event.big) }}', '123456789012345678901234567890.12'],
    ['{{ event.ok }}', true],
    ['{{ event.note }}', null],
    [
      '{{ event.items }}',
      [
        { n: 2, p: 0.1 },
        { n: 3, p: 0.2 },
      ],
    ],
    ['{{ {"a": [1, event.type]} }}', { a: [1, 'order'] }],
    ['{{ event.type }}', 'order'],
    ['n = {{ event.qty }}', 'n = 5'],
    [' {{ event.qty }}', ' 5'],
    ['5', '5'],
    ['{{ now }}', '2026-03-01T12:30:00.250Z'],
    ['{{ participant.tags }}', ['vip', 'beta']],
    ['{{ {1: 2} }}', '!A map with keys other than texts cannot become JSON'],
  ])('%s keeps its type', (source, expected) => {
    expect(render(source, 'value', order)).toEqual(expected);
  });

  test('a whole webhook comes through unchanged', () => {
    const payload = webhook('pull_request', 'opened');
    expect(render('{{ event }}', 'value', payload)).toEqual(payload);
  });
});

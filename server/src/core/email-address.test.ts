import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress, normalizeEmailPart, parseAddress, toAsciiLabels, withNeededQuotes } from './email-address.ts';

const label = fc.stringMatching(/^[a-zA-Z\d](?:[a-zA-Z\d-]{0,20}[a-zA-Z\d])?$/);
const domain = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), fc.stringMatching(/^[a-zA-Z]{2,8}$/))
  .map(([labels, top]) => [...labels, top].join('.'));
const local = fc.stringMatching(/^[\w!#$%&'*+/=?^`{|}~-]{1,20}(?:\.[\w!#$%&'*+/=?^`{|}~-]{1,20}){0,2}$/);
const quotedLocal = fc.stringMatching(/^"(?:[a-z @,;:.()[\]]|\\["\\]){1,30}"$/);
const address = fc.tuple(fc.oneof(local, quotedLocal), domain).map(([user, host]) => `${user}@${host}`);
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && text.trim() === text);

describe('parseAddress', () => {
  it('reads a bare address', () => {
    expect(parseAddress(' John.Doe+news@Example.COM ')).toEqual({
      address: 'John.Doe+news@Example.COM',
      email: 'john.doe+news@example.com',
      domain: 'example.com',
      name: null,
    });
  });

  it('trims whatever white space there is around it', () => {
    expect(parseAddress('\r\n\tann@example.com\u00a0\u2028\n')?.address).toBe('ann@example.com');
  });

  it.each([
    ['Ann Lee <ann@example.com>', 'Ann Lee'],
    ['Zoë Ж 漢字 😀 <ann@example.com>', 'Zoë Ж 漢字 😀'],
    ['"Lee, Ann" <ann@example.com>', 'Lee, Ann'],
    ['"ann@other.example \\"x\\" \\\\" <ann@example.com>', 'ann@other.example "x" \\'],
    ['Lee, Ann (Sales) <ann@example.com>', 'Lee, Ann (Sales)'],
    [`${'😀'.repeat(255)} <ann@example.com>`, '😀'.repeat(255)],
    ['<ann@example.com>', null],
    ['"" <ann@example.com>', null],
    ['Ann<  ann@example.com >', 'Ann'],
  ])('reads %s', (text, shown) => {
    expect(parseAddress(text)).toEqual({ address: 'ann@example.com', email: 'ann@example.com', domain: 'example.com', name: shown });
  });

  it('turns an internationalised domain into A-labels', () => {
    expect(parseAddress('Info@Bücher.example')).toMatchObject({ address: 'Info@xn--bcher-kva.example', domain: 'xn--bcher-kva.example' });
    expect(parseAddress('a@例え。テスト')?.domain).toBe('xn--r8jz45g.xn--zckzah');
  });

  it('converts labels of pairs of UTF-16 units up to their longest form, and no longer ones', () => {
    // The same sign again is one letter of an A-label.
    const sign = '\u{20000}';
    const label = sign.repeat(56);
    expect(parseAddress(`a@${label}.example`)?.domain).toMatch(/^xn--\w{50,59}\.example$/);
    expect(toAsciiLabels(`${sign.repeat(64)}.example`)).toBe('');
    expect(toAsciiLabels(`${'ü.'.repeat(254)}example`)).toBe('');
  });

  it('counts the characters of a label as they are composed, and between whatever IDNA takes for a dot', () => {
    expect(toAsciiLabels(`${'u\u0308'.repeat(40)}.example`)).toBe(toAsciiLabels(`${'ü'.repeat(40)}.example`));
    expect(toAsciiLabels(`${`${'a'.repeat(50)}\u3002`.repeat(3)}de`)).toBe(`${`${'a'.repeat(50)}.`.repeat(3)}de`);
    expect(toAsciiLabels(`${'u\u0308'.repeat(64)}.example`)).toBe('');
  });

  it('takes the quotes of a quoted local part away where they change nothing', () => {
    expect(parseAddress('"John"@example.com')?.address).toBe('John@example.com');
    expect(parseAddress('"john doe"@example.com')?.email).toBe('"john doe"@example.com');
  });

  it.each([
    '',
    ' ',
    '@',
    'ann',
    'ann@',
    '@example.com',
    'ann@localhost',
    'ann@example.com.',
    'ann@.example.com',
    'ann@example..com',
    'ann@-example.com',
    'ann@example-.com',
    'ann@exa_mple.com',
    'ann@exa mple.com',
    'ann@[127.0.0.1]',
    'ann@127.0.0.1',
    'ann@bücher.example/x.com',
    'ann@b%75cher.example',
    'ann lee@example.com',
    'ann@lee@example.com',
    'ann..lee@example.com',
    '.ann@example.com',
    'ann.@example.com',
    'änn@example.com',
    '"änn"@example.com',
    '"a<n>n"@example.com',
    '""@example.com',
    'ann@example.com, bob@example.com',
    'ann@example.com bob@example.com',
    'bob@example.com <ann@example.com>',
    'Ann <ann@example.com> x',
    'Ann <<ann@example.com>>',
    'Ann <ann@example.com',
    'Ann ann@example.com>',
    'Ann <>',
    'Ann\r\nBcc: bob@example.com <ann@example.com>',
    'Ann <ann@example.com\n>',
    'ann@example\n.com',
    'Ann\u0000 <ann@example.com>',
    'Ann\u2028 <ann@example.com>',
    'Ann \ud800 <ann@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `a@${'a'.repeat(64)}.com`,
    `a@${'ab.'.repeat(84)}com`,
    `${'N'.repeat(256)} <ann@example.com>`,
    `${'😀'.repeat(256)} <ann@example.com>`,
  ])('refuses %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it('takes the longest parts that RFC 5321 allows', () => {
    const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;
    expect(longest).toHaveLength(254);
    expect(parseAddress(longest)?.address).toBe(longest);
    expect(parseAddress(longest.replace('@', '@e'))).toBeUndefined();
  });

  it('reads back what formatAddress writes', () => {
    fc.assert(
      fc.property(address, fc.option(name), (spec, shown) => {
        const text = formatAddress({ address: spec, name: shown });
        const parsed = parseAddress(text);
        expect(parsed?.name).toBe(shown);
        expect(parsed && formatAddress(parsed)).toBe(parsed && formatAddress({ ...parsed, name: shown }));
        expect(parsed?.address.endsWith(spec.slice(spec.lastIndexOf('@')))).toBe(true);
      }),
    );
  });

  it('gives parts that agree with each other and hold nothing dangerous, whatever it is given', () => {
    const pieces = fc.constantFrom(
      '@',
      '.',
      '<',
      '>',
      '"',
      '\\',
      ' ',
      'a',
      'example.com',
      'ü',
      '\r\n',
      ',',
      '。',
      '＠',
      '\u0000',
      '(',
      ';',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 12 }), (parts) => {
        const parsed = parseAddress(parts.join(''));
        if (parsed === undefined) return;
        expect(parsed.email).toBe(parsed.address.toLowerCase());
        expect(parsed.address).toMatch(/^[\x20-\x7e]{1,64}@[a-zA-Z\d.-]{3,253}$/);
        expect(parsed.address).not.toMatch(/[<>]/);
        expect(parsed.address.toLowerCase().endsWith(`@${parsed.domain}`)).toBe(true);
        expect(parsed.name ?? '').not.toMatch(/[\p{Cc}]/u);
        expect(parseAddress(parsed.address)).toEqual({ ...parsed, name: null });
        expect(parseAddress(parsed.email)?.email).toBe(parsed.email);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('formatAddress', () => {
  it('shows the bare address, or the name before it', () => {
    expect(formatAddress({ address: 'a@b.example', name: null })).toBe('a@b.example');
    expect(formatAddress({ address: 'a@b.example', name: 'Acme Inc.' })).toBe('Acme Inc. <a@b.example>');
    expect(formatAddress({ address: 'a@b.example', name: 'Lee, "Ann"' })).toBe('"Lee, \\"Ann\\"" <a@b.example>');
  });
});

describe('normalizeEmailPart', () => {
  it.each([
    ['X@Bücher.Example', 'x@xn--bcher-kva.example'],
    ['@BÜCHER.example', '@xn--bcher-kva.example'],
    ['.bücher.', '.xn--bcher-kva.'],
    ['shop.bücher', 'shop.xn--bcher-kva'],
    ['@例え。テスト', '@xn--r8jz45g.xn--zckzah'],
    ['jörg@example', 'jörg@example'],
    ['a/ü', 'a/ü'],
    ['', ''],
  ])('takes %j as %j', (given, kept) => {
    expect(normalizeEmailPart(given)).toBe(kept);
  });
});

describe('withNeededQuotes', () => {
  it.each([
    ['john doe@c.example', '"john doe"@c.example'],
    ['a@b@c.example', '"a@b"@c.example'],
    ['"john doe"@c.example', '"john doe"@c.example'],
    ['a..b@c.example', '"a..b"@c.example'],
    ['.a@c.example', '".a"@c.example'],
    ['jörg@c.example', 'jörg@c.example'],
    ['no address', 'no address'],
    ['', ''],
  ])('takes %j as %j', (given, quoted) => {
    expect(withNeededQuotes(given)).toBe(quoted);
  });
});

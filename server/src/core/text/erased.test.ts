import { describe, expect, it } from 'vitest';
import { eraseInText, eraseInValue, partOfJson, partOfText, wholeInJson } from './erased.ts';

describe('eraseInText', () => {
  it('blanks an address in any case, as often as it is quoted', () => {
    const text = '550 <Ann.B+x@Example.NET>: unknown (ann.b+x@example.net)';
    expect(eraseInText(text, 'ann.b+x@example.net')).toBe('550 <>: unknown ()');
  });

  it('takes its characters for what they are', () => {
    expect(eraseInText('annxb@example.net', 'ann.b@example.net')).toBe('annxb@example.net');
    expect(eraseInText('a {x}|y^$*?@example.net b', '{x}|y^$*?@example.net')).toBe('a  b');
    expect(eraseInText('"a\\"b"@example.net', '"a\\"b"@example.net')).toBe('');
  });
});

describe('the address of an internationalised domain', () => {
  const email = 'ann@xn--bcher-kva.example';

  it('is blanked in either spelling, in any case', () => {
    const text = 'Ann@BÜCHER.example, ann@bücher.example, ANN@XN--BCHER-KVA.EXAMPLE, an@bücher.example';
    expect(eraseInText(text, email)).toBe(', , , an@bücher.example');
  });

  it('is looked for by what its spellings have in common', () => {
    expect([partOfText(email), partOfJson(email)]).toEqual(['ann@', 'ann@']);
    expect(partOfJson('"a b"@xn--bcher-kva.example')).toBe('\\"a b\\"@');
    expect(partOfText('ann@example.net')).toBe('ann@example.net');
  });
});

describe('eraseInValue', () => {
  it('reaches every string and leaves the rest', () => {
    const value = { code: 550, diagnostic: 'to A@b.c', list: ['a@b.c', { deep: 'a@b.c!' }], none: null, yes: true };
    const erased = { code: 550, diagnostic: 'to ', list: ['', { deep: '!' }], none: null, yes: true };
    expect(eraseInValue(value, 'a@b.c')).toEqual(erased);
  });
});

describe('wholeInJson', () => {
  it('escapes what JSON would read otherwise', () => {
    expect(wholeInJson('a_b%c!@example.net')).toBe('"a_b%c!@example.net"');
    expect(wholeInJson('"a\\"b"@example.net', '"email":')).toBe('"email":"\\"a\\\\\\"b\\"@example.net"');
  });
});

describe('partOfJson', () => {
  it('escapes the same, and asks for no quotes around', () => {
    expect(partOfJson('a_b@example.net')).toBe('a_b@example.net');
    expect(partOfJson('"a\\"b"@example.net')).toBe('\\"a\\\\\\"b\\"@example.net');
  });
});

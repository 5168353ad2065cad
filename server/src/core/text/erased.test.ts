import { describe, expect, it } from 'vitest';
import { eraseInText, eraseInValue, tracesOf, wholeInJson } from './erased.ts';

describe('eraseInText', () => {
  it('blanks an address in any case, as often as it is quoted', () => {
    const text = '550 <Ann.B+x@Example.NET>: unknown (ann.b+x@example.net)';
    expect(eraseInText(text, 'ann.b+x@example.net')).toBe('550 <>: unknown ()');
  });

  it('takes its characters for what they are', () => {
    expect(eraseInText('annxb@example.net', 'ann.b@example.net')).toBe('annxb@example.net');
    expect(eraseInText('a {x}|y^$*?@example.net b', '{x}|y^$*?@example.net')).toBe('a  b');
    expect(eraseInText('"a\\"b"@example.net', '"a\\"b"@example.net')).toBe('');
    expect(eraseInText('net@example.net@example.net net@example.net', 'net@example.net')).toBe(' ');
  });
});

describe('an address whose signs are encoded', () => {
  it.each([
    ['in a link', '?to=Ann.B%2Bx%40example.net&n=1', '?to=&n=1'],
    ['in a link, letters and all', '?to=ann%2eb%2Bx%40example%2Enet', '?to='],
    ['by their numbers', 'ann.b&#43;x&#064;example.net, ann.b&#x2B;x&#X40;example.net', ', '],
    ['by their names', 'ann.b+x&commat;example.net', ''],
    ['otherwise', 'ann.b%2Dx%40example.net ann.b%2Bx&#65;example.net', 'ann.b%2Dx%40example.net ann.b%2Bx&#65;example.net'],
  ])('%s', (_how, text, erased) => expect(eraseInText(text, 'ann.b+x@example.net')).toBe(erased));

  it('as templates write it in HTML', () => {
    const email = `"o'b&<>"@example.net`;
    expect(eraseInText('for &#34;o&#39;b&amp;&lt;&gt;&#34;@example.net.', email)).toBe('for .');
  });

  it('is found by what stays of it', () => {
    expect(tracesOf('ann.b+x@example.net')).toEqual(['example', 'ann', 'net', 'b', 'x']);
    expect(tracesOf('net@net.example')).toEqual(['example', 'net']);
    expect(tracesOf('a@xn--bcher-kva.example')).toEqual(['example', 'a']);
    expect(tracesOf('a@xn--bcher-kva.xn--p1ai')).toEqual(['a']);
    expect(tracesOf('!@xn--e1afmkfd.xn--p1ai')).toEqual([]);
  });
});

describe('the address of an internationalised domain', () => {
  const email = 'ann@xn--bcher-kva.example';

  it('is blanked in either spelling, in any case', () => {
    const text = 'Ann@BÜCHER.example, ann@bücher.example, ANN@XN--BCHER-KVA.EXAMPLE, an@bücher.example';
    expect(eraseInText(text, email)).toBe(', , , an@bücher.example');
    expect(eraseInText('?to=ann%40b%C3%BCcher.example', email)).toBe('?to=');
    expect(eraseInText('?to=ann%40B%C3%9CCHER.example, ann@B&#220;CHER.example', email)).toBe('?to=, ');
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

import { domainToASCII } from 'node:url';
import { expect, it } from 'vitest';
import { legibleAddress, legibleDomain } from './legible.ts';

it.each([
  'bücher.example',
  'straße.example',
  'żółw.pl',
  'пример.рф',
  'рог.рф',
  'москва.com',
  'παράδειγμα.gr',
  'مثال.example',
  'דוגמה.example',
  'उदाहरण.example',
  'ตัวอย่าง.example',
  '例え.テスト',
  '例子.cn',
  '한국.kr',
  'mail.bücher-1.example',
  'bücher.пример.рф',
])('shows %s as it is written', (name) => {
  expect(legibleDomain(domainToASCII(name))).toBe(name);
  expect(legibleAddress(`"A" <a@${domainToASCII(name)}>, b@example.com`)).toBe(`"A" <a@${name}>, b@example.com`);
});

it.each([
  ['a script mixed with another', domainToASCII('pаypal.com')],
  ['letters that look like Latin ones', domainToASCII('аррӏе.com')],
  ['Greek letters that look like Latin ones', domainToASCII('κοτ.com')],
  ['a Latin letter that looks like another', domainToASCII('ılk.com')],
  ['a slash in another script', domainToASCII('comノevil.example')],
  ['a script that few can tell', domainToASCII('օօօ.com')],
  ['what is no Punycode', 'xn--a.example'],
  ['Punycode of what has another spelling', 'xn--BCHER-KVA8.example'.toLowerCase()],
  ['endless Punycode', `xn--${'9'.repeat(300)}.example`],
  ['plain names', 'example.com'],
])('leaves %s as it is', (_, name) => {
  expect(name).not.toBe('');
  expect(legibleDomain(name)).toBe(name);
});

it('reads what Node writes, of letters of one script', () => {
  const scripts = [
    [0x430, 0x44f],
    [0x561, 0x586],
    [0x3b1, 0x3c9],
    [0x4e00, 0x4fff],
    [0xac00, 0xb000],
    [0xe0, 0xf6],
  ] as const;
  let seed = 7;
  const next = (least: number, most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return least + (seed % (most - least + 1));
  };
  for (let round = 0; round < 3000; round += 1) {
    const [least, most] = scripts[round % scripts.length] ?? [0x430, 0x44f];
    const text = Array.from({ length: next(1, 12) }, () => String.fromCodePoint(next(least, most)))
      .join('')
      .normalize('NFC');
    const ascii = domainToASCII(`${text}.xn--p1ai`);
    if (ascii === '') continue;
    expect([`${text.toLowerCase()}.рф`, ascii.replace('xn--p1ai', 'рф')]).toContain(legibleDomain(ascii).replace('xn--p1ai', 'рф'));
    if (least !== 0x561) expect(legibleDomain(ascii)).not.toContain('xn--');
  }
});

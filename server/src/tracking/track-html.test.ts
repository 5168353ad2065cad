import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trackHtml } from './track-html.ts';

const click = (url: string) => `https://links.example/t/c/${Buffer.from(url).toString('base64url')}`;
const counted = (url: string) => click(url);
const track = (html: string) => trackHtml(html, { click });

describe('counting clicks', () => {
  it.each([
    ['double quotes', `<a href="https://a.example/x">x</a>`, `<a href="${counted('https://a.example/x')}">x</a>`],
    ['single quotes', `<a href='https://a.example/x'>x</a>`, `<a href='${counted('https://a.example/x')}'>x</a>`],
    ['no quotes', '<a href=https://a.example/x>x</a>', `<a href=${counted('https://a.example/x')}>x</a>`],
    ['spaces and line breaks', '<a\n href =\n "https://a.example/x" >', `<a\n href =\n "${counted('https://a.example/x')}" >`],
    ['capitals', '<A HREF="HTTPS://A.example/X">', `<A HREF="${counted('https://a.example/X')}">`],
    ['an area', '<area shape="rect" href="http://a.example/"/>', `<area shape="rect" href="${counted('http://a.example/')}"/>`],
    [
      'character references',
      '<a href="https://a.example/?a=1&amp;b=2&copy=3">',
      `<a href="${counted('https://a.example/?a=1&b=2&copy=3')}">`,
    ],
    ['a reference at the beginning', '<a href="&#104;ttps://a.example/">', `<a href="${counted('https://a.example/')}">`],
    ['space around the address', '<a href=" https://a.example/ ">', `<a href="${counted('https://a.example/')}">`],
    ['letters beyond ASCII', '<a href="https://ä.example/ü">', `<a href="${counted('https://xn--4ca.example/%C3%BC')}">`],
    [
      'the first of two',
      '<a href="https://a.example/" href="https://b.example/">',
      `<a href="${counted('https://a.example/')}" href="https://b.example/">`,
    ],
    [
      'other attributes',
      '<a title=">" href="https://a.example/" class=x>',
      `<a title=">" href="${counted('https://a.example/')}" class=x>`,
    ],
    [
      'a revealed conditional',
      '<![if !mso]><a href="https://a.example/">x</a><![endif]>',
      `<![if !mso]><a href="${counted('https://a.example/')}">x</a><![endif]>`,
    ],
  ])('takes a link with %s', (_case, html, tracked) => {
    expect(track(html)).toBe(tracked);
  });

  it.each([
    '<a href="mailto:a@b.example">',
    '<a href="tel:+49">',
    '<a href="#top">',
    '<a href="/relative">',
    '<a href="//a.example/">',
    '<a href="">',
    '<a href>',
    '<a name="https://a.example/">',
    '<a href="javascript:alert(1)">',
    '<a href="https://">',
    '<a href="https://a.example/" data-no-track>',
    '<a data-no-track="" href="https://a.example/">',
    '<abbr href="https://a.example/">',
    '<link href="https://a.example/x.css">',
    '<img src="https://a.example/x.png">',
    '<base href="https://a.example/">',
    '<form action="https://a.example/">',
    '<!-- <a href="https://a.example/">x</a> -->',
    '<!--[if mso]><a href="https://a.example/">x</a><![endif]-->',
    '<style>a[href="https://a.example/"] { } /* <a href="https://a.example/"> */</style>',
    '<script>"<a href=\'https://a.example/\'>"</script>',
    '<textarea><a href="https://a.example/"></textarea>',
    '<title><a href="https://a.example/"></title>',
    '<a href="https://a.example/"',
    `<a href="https://a.example/${'x'.repeat(2000)}">`,
    'https://a.example/ in the text, 1 < 2 &amp; &nope;',
  ])('leaves %s alone', (html) => {
    expect(track(html)).toBe(html);
  });
});

describe('the image', () => {
  const pixel = 'https://links.example/t/o/x';
  const place = (html: string) => trackHtml(html, { pixel }).replace(/<img [^>]*>/, '@');

  it.each([
    ['<html><body>x</body></html>', '<html><body>x@</body></html>'],
    ['<html>x</html>', '<html>x@</html>'],
    ['<p>x</p>', '<p>x</p>@'],
    ['<body><!-- </body> -->x</BODY>\n', '<body><!-- </body> -->x@</BODY>\n'],
    ['', '@'],
  ])('stands last in %j', (html, tracked) => {
    expect(place(html)).toBe(tracked);
  });

  it('is one pixel that says nothing to who cannot see it', () => {
    expect(trackHtml('', { pixel })).toMatch(/^<img src="https:\/\/links\.example\/t\/o\/x" alt="" width="1" height="1" /);
  });
});

const hostile = fc.constantFrom(
  '<',
  '>',
  '"',
  "'",
  '=',
  '&',
  '/',
  '!',
  '-',
  ' ',
  '\n',
  'a',
  'href',
  '<a href="',
  '<!--',
  '-->',
  '<style>',
  '</style>',
  'http://x.example/',
  '&amp;',
  '&#60;',
  '\u{1f600}',
  '\ud800',
);
const anyHtml = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(hostile, { maxLength: 60 }).map((parts) => parts.join('')),
);

describe('any HTML', () => {
  it('stays as it is but for what stands in for links', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const marks: string[] = [];
        const tracked = trackHtml(html, { click: (url) => `@${marks.push(url) - 1}@`, pixel: undefined });
        const between = tracked.split(/@\d+@/);
        fc.pre(!html.includes('@'));
        expect(between.length).toBe(marks.length + 1);
        let rest = html;
        for (const [index, part] of between.entries()) {
          expect(rest.startsWith(part)).toBe(true);
          rest = rest.slice(part.length);
          const url = marks[index];
          if (url === undefined) continue;
          const next = between[index + 1] ?? '';
          rest = rest.slice(next === '' ? rest.length : rest.indexOf(next, 1));
        }
        expect(rest).toBe('');
      }),
      { numRuns: 2000 },
    );
  });

  it('stays as it is where each link is put back as it was', () => {
    const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
    const quote = fc.constantFrom('"', "'");
    const link = fc.tuple(url, quote, fc.boolean()).map(([address, mark, area]) => {
      const { href } = new URL(address);
      return `<${area ? 'area' : 'a'} class=x href=${mark}${href.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}${mark}>`;
    });
    const text = fc.constantFrom(
      'text',
      '<p>',
      '</p>',
      '<br/>',
      '<!-- <a href="http://no.example/"> -->',
      '&nbsp;',
      '<b title="href=">',
      '\r\n',
      '<style>p>a{}</style>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(link, text)), (parts) => {
        const html = parts.join('');
        expect(trackHtml(html, { click: (href) => href })).toBe(html);
        expect(trackHtml(html, { click: () => undefined })).toBe(html);
      }),
    );
  });
});

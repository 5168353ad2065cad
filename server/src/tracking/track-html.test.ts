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
  ])('takes a link with %s', async (_case, html, tracked) => {
    expect(await track(html)).toBe(tracked);
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
  ])('leaves %s alone', async (html) => {
    expect(await track(html)).toBe(html);
  });
});

describe('the image', () => {
  const pixel = 'https://links.example/t/o/x';
  const place = async (html: string) => (await trackHtml(html, { pixel })).replace(/<img [^>]*>/, '@');

  it.each([
    ['<html><body>x</body></html>', '<html><body>x@</body></html>'],
    ['<html>x</html>', '<html>x@</html>'],
    ['<p>x</p>', '<p>x</p>@'],
    ['<body><!-- </body> -->x</BODY>\n', '<body><!-- </body> -->x@</BODY>\n'],
    ['', '@'],
  ])('stands last in %j', async (html, tracked) => {
    expect(await place(html)).toBe(tracked);
  });

  it('is one pixel that says nothing to whoever cannot see it', async () => {
    expect(await trackHtml('', { pixel })).toMatch(/^<img src="https:\/\/links\.example\/t\/o\/x" alt="" width="1" height="1" /);
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
  it('stays as it is but for what stands in for links', async () => {
    await fc.assert(
      fc.asyncProperty(anyHtml, async (html) => {
        const marks: string[] = [];
        const tracked = await trackHtml(html, { click: (url) => `@${marks.push(url) - 1}@`, pixel: undefined });
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

  it('stays as it is where each link is put back as it was', async () => {
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
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(link, text)), async (parts) => {
        const html = parts.join('');
        expect(await trackHtml(html, { click: (href) => href })).toBe(html);
        expect(await trackHtml(html, { click: () => undefined })).toBe(html);
      }),
    );
  });
});

describe('HTML of many links', () => {
  const linkTo = (number: number) => `<a href="https://x.example/abc?d=${number}&e=2">link</a> `;
  const many = Array.from({ length: 19_000 }, (_, number) => linkTo(number)).join('');

  it('lets others have their turn, all along', async () => {
    let turns = 0;
    await trackHtml(many, {
      click,
      yieldIfBusy: async () => {
        turns += 1;
      },
    });
    expect(turns).toBeGreaterThan(many.length / 20_000 + 1000 / 50);
  });

  it('has the first 1,000 counted; the others lead where they did', async () => {
    const tracked = await trackHtml(many, { click: (url) => `@${new URL(url).searchParams.get('d')}@`, pixel: undefined });
    expect([...tracked.matchAll(/@(\d+)@/g)].map(([, number]) => Number(number))).toEqual(
      Array.from({ length: 1000 }, (_, number) => number),
    );
    expect(tracked.endsWith(`<a href="@999@">link</a> ${many.slice(many.indexOf(linkTo(1000)))}`)).toBe(true);
  });

  it('counts those that may be among any number that may not', async () => {
    const other = '<a href="mailto:a@b.example">write</a> ';
    expect(await track(`${other.repeat(2000)}<a href="https://a.example/x">`)).toContain(counted('https://a.example/x'));
  });

  it('is read in pieces as it is at a stretch, wherever they are cut', async () => {
    const one = `<a title="&amp;>" href="https://x.example/?a=1&amp;b=\u{1f600}">x</a><!-- <a href="https://no.example/"> --></p>`;
    const url = 'https://x.example/?a=1&b=%F0%9F%98%80';
    const expected = one.replace('https://x.example/?a=1&amp;b=\u{1f600}', counted(url));
    for (let before = 0; before < one.length; before += 1) {
      const filler = 'x'.repeat(16 * 1024 - before);
      expect(await track(filler + one)).toBe(filler + expected);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { findPlaces } from './find-places.ts';
import { offsetsOf } from './unsubscribe-link.ts';

const URL = 'https://mail.example/u/token';
const OWN = `<a href="${URL}">Bye</a>`;

const placesOf = (html: string) => findPlaces(html, offsetsOf(html, [URL]));

/** Returns HTML without its `|`, and where they are. */
function unmark(marked: string): { html: string; at: number[] } {
  const parts = marked.split('|');
  return { html: parts.join(''), at: parts.slice(0, -1).map((_, place) => parts.slice(0, place + 1).join('').length) };
}

describe('the end of the content', () => {
  it.each([
    '<p>Hi</p>|',
    '<html><body><p>Hi</p>|</body></html>',
    '<BODY>Hi|</BODY >\n</HTML>',
    '<pre>&lt;/body> </bodywork></pre>|',
    '<code></body></code><p>x</p>|</body>',
    '<html><p>Hi</p>|</html>',
    '|</body></html><!-- </body> -->',
    '<p>Hi</p>|<!-- </body>',
    '<p>Hi</p>|<!--',
    '<p>a</p><!--<!-- --><p>b</p>|',
    '<p>Hi</p>|<style>a{}',
    '<p>Hi</p>|<script>a</body>',
    "<p>Hi</p>|<img src='a.png>",
    '<p>Hi</p>|<img ',
    '',
  ])('is in front of what ends it or hides what follows: %j', async (marked) => {
    const { html, at } = unmark(marked);
    expect((await placesOf(html)).end).toBe(at[0] ?? 0);
  });
});

describe('the start of the content', () => {
  it.each([
    '|<p>Hi</p>',
    '<!doctype html>|<p>Hi</p>',
    '<!doctype html><html lang="x">|<p>Hi</p>',
    '<html><head><title><body></title></head>|<p>Hi</p>',
    '<html><head></head><body title="a>b">|<p>Hi</p><body>',
    '<!-- <body> --><body>|',
    '<style><body></style><body>|',
  ])('is behind the first body, or else the head, the html or the doctype: %j', async (marked) => {
    const { html, at } = unmark(marked);
    expect((await placesOf(html)).start).toBe(at[0]);
  });
});

describe('a link', () => {
  it.each([
    `<!-- ${OWN} -->`,
    `<!--[if mso]>${OWN}<![endif]-->`,
    `<title>${URL}</title><p>Hi</p>`,
    `<STYLE>a { content: "${URL}" }</STYLE>Hi`,
    `<script>const a = '${OWN}'</script><style></style>`,
    `<div style="color:red; DISPLAY : none!important"><p>x</p>${OWN}<div></div></div>`,
    `<div hidden><div>${OWN}<!-- ${OWN} --></div></div>`,
    `<a hidden="" href="${URL}">Bye</a>`,
    `<img src="${URL}" style=display:none>Hi`,
    `<style>x</style><p style="x;display:none">${OWN}</p>`,
    `<br hidden/><b style="display:&#32;none;display:none">${URL}</b>`,
    `<head><meta name="u" content="${URL}"></head><body><p>Hi</p></body>`,
    `<body data-u="${URL}"><img alt="${URL}">`,
    `<textarea>${OWN}</textarea><template>${OWN}</template>`,
    `<template><p>x</p>${OWN}</template><p hidden>${OWN}</p>`,
    `<?php ${URL} ?><![CDATA[${URL}]]>`,
    `<!doctype ${URL}>`,
    `<!-- ${URL}`,
    `<a href="${URL}"`,
    `<a href="https://shop.example>Shop</a>${OWN.replaceAll('"', "'")}`,
  ])('is not used where nobody sees or follows it: %j', async (html) => {
    expect((await placesOf(html)).isUsed).toBe(false);
  });

  it.each([
    OWN,
    `<!-- x -->${OWN}<!-- y -->`,
    `<!-- ${OWN} -->${OWN}`,
    `<!--[if !mso]><!-->${OWN}<!--<![endif]-->`,
    `<title>${URL}</title>${OWN}<style>${URL}</style>`,
    `<script src="x"></script>${OWN}`,
    `<div style="display:none">Preview</div>${OWN}`,
    `<div style="display:none"><div>Preview</div></div>${OWN}<p hidden></p>`,
    `<img style="display:none"><br hidden>${OWN}`,
    `<td><div style="display:none">Preview</td><td>${OWN}</td>`,
    `<div style="display:block" title="display:none" data-hidden>${OWN}</div>`,
    `<p hidden>x</p><p>${OWN}</p>`,
    `<div style="display:none">${OWN}</div>${OWN}`,
    `<p>Bye: ${URL}</p>`,
    `<form action="${URL}"><button>Bye</button></form>`,
  ])('is used where readers see it: %j', async (html) => {
    expect((await placesOf(html)).isUsed).toBe(true);
  });
});

it.each([
  ...['</body', '<body ', '</body>', '<!--', `<!--${URL}-->`, '<style>', '<title>', `<title>${URL}</title>`, '<p hidden>'],
  ...[`<p hidden>${URL}</p>`, '<p style="display:none">', '<p style="', 'a=b ', '<body>', '<?', '<![CDATA[', '<!doctype'],
])('finds its places in time that grows with the length: %j', async (form) => {
  expect(await placesOf(form.repeat((512 * 1024) / form.length))).toMatchObject({ start: expect.any(Number) });
});

it('lets others have their turn while a large body is read', async () => {
  const html = 'x <b> '.repeat(80_000);
  const { turns } = await countTurns(() => placesOf(html));
  expect(turns).toBeGreaterThan(html.length / 20_000);
});

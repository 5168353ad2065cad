import { describe, expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { findHtmlPlaces, mayHideLink, withHtmlLink, withOwnLink, withTextLink } from './unsubscribe-link.ts';

const LINK = /<p [^>]*><a href="\{\{ unsubscribe_url \}\}"[^>]*>Unsubscribe<\/a><\/p>/;
const OWN = '<a href="{{unsubscribe_url}}">Bye</a>';

const linked = async (html: string) => withHtmlLink(html, await findHtmlPlaces(html));

describe('a body without a link to unsubscribe by', () => {
  it.each([
    ['<p>Hi</p>', '<p>Hi</p>|'],
    ['<html><body><p>Hi</p></body></html>', '<html><body><p>Hi</p>|</body></html>'],
    ['<BODY>Hi</BODY >\n</HTML>', '<BODY>Hi|</BODY >\n</HTML>'],
    ['<pre>&lt;/body> </bodywork></pre>', '<pre>&lt;/body> </bodywork></pre>|'],
    ['<code></body></code><p>x</p></body>', '<code></body></code><p>x</p>|</body>'],
    ['<html><p>Hi</p></html>', '<html><p>Hi</p>|</html>'],
    ['</body></html><!-- </body> -->', '|</body></html><!-- </body> -->'],
    ['<p>Hi</p><!-- </body>', '<p>Hi</p>|<!-- </body>'],
    ['<p>Hi</p><style>a{}', '<p>Hi</p>|<style>a{}'],
    ['<p>Hi</p><script>a</body>', '<p>Hi</p>|<script>a</body>'],
    ['</body>{% comment %}</body>{% endcomment %}', '|</body>{% comment %}</body>{% endcomment %}'],
    ['<b title="{{ "</body>" }}">x</b>', '<b title="{{ "</body>" }}">x</b>|'],
    ['', '|'],
  ])('has one at its end: %j', async (html, expected) => {
    const once = await linked(html);
    expect(once.replace(LINK, '|')).toBe(expected);
    expect(await linked(once)).toBe(once);
  });

  it.each([
    [`<!-- ${OWN} -->`],
    [`<!--[if mso]>${OWN}<![endif]-->`],
    [`{%- comment -%} {{ "{% endcomment %}" }} ${OWN} {% endcomment %}`],
    [`{% comment %}{% raw %}{% endcomment %}{% endraw %}${OWN}{% endcomment %}`],
    ['{% # unsubscribe_url %}'],
    [`{% raw %}${OWN}{% endraw %}`],
    ['<a href="{unsubscribe_url}">Bye</a>'],
    ['<title>{{ unsubscribe_url }}</title><p>Hi</p>'],
    ['<STYLE>a { content: "{{ unsubscribe_url }}" }</STYLE>Hi'],
    [`<script>const a = '${OWN}'</script><style></style>`],
    [`<div style="color:red; DISPLAY : none!important"><p>x</p>${OWN}<div></div></div>`],
    [`<div hidden><div>${OWN}<!-- ${OWN} --></div></div>`],
    ['<a hidden="" href="{{unsubscribe_url}}">Bye</a>'],
    ['<img src="{{unsubscribe_url}}" style=display:none>Hi'],
    [`<style>x</style><p style="{{ x }};display:none">${OWN}</p>`],
    ['<br hidden/><b style="display:&#32;none;display:none">{{ unsubscribe_url }}</b>'],
  ])('is one whose link nobody sees: %j', async (html) => {
    expect((await linked(html)).replace(LINK, '|')).toBe(`${html}|`);
  });

  it.each([
    '<html {% if a %}lang=x><body>{% else %}title="<!--"><body>{% endif %}<p>Hi</p></body>',
    '<p {% if a %}>{% else %}title="{% endif %}<!-- "><p>Hi</p>',
  ])('has none in its source where that would be in a tag of some readers: %j', async (html) => {
    expect(await linked(html)).toBe(html);
    const hidden = `${html}<!-- {{ unsubscribe_url }} -->`;
    expect(await linked(hidden)).toMatch(LINK);
  });

  it.each([['Hi'], ['Hi\n']])('has one below its signature, where it is text: %j', async (text) => {
    const once = await withTextLink(text);
    expect(once).toBe('Hi\n\n-- \nUnsubscribe: {{ unsubscribe_url }}\n');
    expect(await withTextLink(once)).toBe(once);
  });

  it('is text whose link is in a comment', async () => {
    const text = '{% comment %}{{ unsubscribe_url }}{% endcomment %}\n';
    expect(await withTextLink(text)).toBe(`${text}\n-- \nUnsubscribe: {{ unsubscribe_url }}\n`);
  });

  it.each([
    '</body',
    '<body ',
    '</body>',
    '<!--',
    '{%',
    '{{',
    '{{}}',
    '{%x%}',
    '{%raw%}',
    '{%comment%}',
    '{{"\\"',
    '<!--{{unsubscribe_url}}-->',
    '{% if x %}',
    '<style>',
    '<title>',
    '<title>{{unsubscribe_url}}</title>',
    '<p hidden>',
    '<p hidden>{{unsubscribe_url}}</p>',
    '<p style="display:none">',
    '<p style="',
    'a=b ',
    '{% if x %}<body>',
  ])('is found in time that grows with its length: %j', async (form) => {
    expect(await linked(form.repeat((512 * 1024) / form.length))).toMatch(LINK);
  });
});

describe('a body that has its own link', () => {
  it.each([
    [OWN],
    [`<!-- x -->${OWN}<!-- y -->`],
    [`<!-- ${OWN} -->${OWN}`],
    [`<!--[if !mso]><!-->${OWN}<!--<![endif]-->`],
    [`{{ "<!--" }}${OWN}`],
    [`{{ "{% comment %}" }}${OWN}{% comment %}x{% endcomment %}`],
    [`{% raw %}{% comment %}{% endraw %}${OWN}`],
    ['{% if vip %}{{ unsubscribe_url | escape }}{% endif %}'],
    [`<title>{{ unsubscribe_url }}</title>${OWN}<style>{{ unsubscribe_url }}</style>`],
    [`<script src="x"></script>${OWN}`],
    [`<div style="display:none">Preview</div>${OWN}`],
    [`<div style="display:none"><div>Preview</div></div>${OWN}<p hidden></p>`],
    [`<img style="display:none"><br hidden>${OWN}`],
    [`<td><div style="display:none">Preview</td><td>${OWN}</td>`],
    [`<div style="display:block" title="display:none" data-hidden>${OWN}</div>`],
    [`<p hidden>x</p><p>${OWN}</p>`],
    [`<div style="display:none">${OWN}</div>${OWN}`],
  ])('is left alone: %j', async (html) => {
    expect(await linked(html)).toBe(html);
  });

  it('is left alone, where it is text', async () => {
    const text = '<!-- {% if vip %}{{ unsubscribe_url }}{% endif %}';
    expect(await withTextLink(text)).toBe(text);
  });
});

describe('a mail that was rendered', () => {
  const url = 'https://mail.example/u/token';

  it('has a link at the end of each part that names it nowhere', async () => {
    const { html, text } = await withOwnLink({ html: '<body><p>{{ Hi</p></body>', text: 'Hi' }, url, false);
    expect(html).toMatch(/^<body><p>\{\{ Hi<\/p><p [^>]*><a href="https:\/\/mail\.example\/u\/token"[^>]*>Unsubscribe<\/a><\/p><\/body>$/);
    expect(text).toBe(`Hi\n\n-- \nUnsubscribe: ${url}\n`);
  });

  it.each([
    [{ html: `<a href="${url}">Bye</a>`, text: `Bye: ${url}` }],
    [{ html: `<a href="https://me.example/bye?to=${encodeURIComponent(url)}">Bye</a>`, text: null }],
    [{ html: null, text: url }],
  ])('is left alone where it does: %j', async (parts) => {
    expect(await withOwnLink(parts, url, false)).toBe(parts);
    expect(await withOwnLink(parts, url, true)).toBe(parts);
  });

  it.each([
    `<!-- ${url} -->`,
    `<title>${url}</title>`,
    `<script>'${encodeURIComponent(url)}'</script>`,
    `<!-- ${url}`,
    `<p hidden>${url}</p>`,
  ])('has one where nobody sees the address, and the source may hide it: %j', async (hidden) => {
    const parts = { html: `<p>Hi</p>${hidden}`, text: null };
    expect(await withOwnLink(parts, url, false)).toBe(parts);
    expect((await withOwnLink(parts, url, true)).html).toContain(`<a href="${url}"`);
  });

  it.each([
    [OWN, false],
    [`<!-- x -->{% if vip %}${OWN}{% endif %}<style></style>`, false],
    [`${OWN}<p>${OWN}</p>`, false],
    [`${OWN}<!-- ${OWN} -->`, true],
    [`<title>{{ unsubscribe_url }}</title>${OWN}`, true],
    ['{% assign url = unsubscribe_url %}<!-- {{ url }} -->', true],
    [`<div style="display: none">Hi</div>${OWN}`, false],
    [`<div style="display: none">${OWN}</div>${OWN}`, true],
    [`<p hidden>${OWN}</p>${OWN}`, true],
  ])('may hide its link by its source, %j: %j', async (source, expected) => {
    expect(await mayHideLink(source)).toBe(expected);
  });

  it.each(['<!--', '<title>', '<style>', '<body ', '</body', `<!--${url}-->`, `<title>${url}</title>`, '{% if x %}'])(
    'has a link in time that grows with its length: %j',
    async (form) => {
      const html = form.repeat((512 * 1024) / form.length);
      expect((await withOwnLink({ html, text: null }, url, true)).html).toContain(`<a href="${url}"`);
    },
  );

  it('is left alone where nothing is to be ended, as in a test', async () => {
    const parts = { html: '<!-- --><p>Hi</p>', text: 'Hi' };
    expect(await withOwnLink(parts, '', true)).toBe(parts);
  });

  it('has one in the part alone that lacks it', async () => {
    const mail = await withOwnLink({ html: `<a href="${url}">Bye</a>`, text: 'Hi' }, url, false);
    expect(mail).toEqual({ html: `<a href="${url}">Bye</a>`, text: `Hi\n\n-- \nUnsubscribe: ${url}\n` });
  });
});

it('lets others have their turn while a large body is read', async () => {
  const html = '{{ x }}<b> '.repeat(45_000);
  const { turns } = await countTurns(() => findHtmlPlaces(html));
  expect(turns).toBeGreaterThan(html.length / 10_000);
});

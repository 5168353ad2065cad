import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemRandom } from '../../core/crypto/random.ts';
import { createRenderer } from '../../templates/render/renderer.ts';
import { htmlToText } from '../../templates/text/html-to-text.ts';
import { createCopies } from './copies.ts';
import { withPreviewText } from './preview-text.ts';

const URL = 'https://mail.example/u/token';
const LIMITS = { budgetMs: 60_000, outputBytes: 1024 * 1024 };
const LINK = /<p style="[^"]*"><a href="[^"]*" style="[^"]*">Unsubscribe<\/a><\/p>/;

const perform = createRenderer();
let texts = 0;
const textOf = async (html: string) => {
  texts += 1;
  return htmlToText(html);
};
const copies = createCopies(createSystemRandom(), { texts: { textOf, load: () => never(), stop: async () => {} } });
function never(): never {
  throw new Error('nobody asks for it');
}

let sources = 0;
interface Written {
  readonly html: string | null;
  readonly text?: string | null;
}

function render(source: { id: string; subject: null; html: string | null; text: string | null }, model: object) {
  const [outcome] = perform({ tasks: [{ kind: 'render', source, model: { ...model } }], now: 0, limits: LIMITS });
  if (outcome?.kind !== 'rendered') throw new Error(JSON.stringify(outcome));
  return outcome;
}

/** Returns the copy of a reader. `url`: of the link to unsubscribe. */
async function copyOf({ html, text = null }: Written, model: object = {}, url = URL) {
  sources += 1;
  const source = { id: `bod_${sources}`, subject: null, html, text };
  // The source stays as it was given.
  const prepared = { ...(await copies.prepare(source)), subject: null };
  return copies.complete(render(prepared, { ...model, unsubscribe_url: url }), { tenantId: 'ten', unsubscribeUrl: url });
}

/** Returns what the template makes of a source by itself. */
function filledIn(html: string, model: object, url = URL): string | null {
  sources += 1;
  return render({ id: `bod_${sources}`, subject: null, html, text: null }, { ...model, unsubscribe_url: url }).html;
}

const READERS = [
  { a: 1, b: true, name: 'Ada', url: 'https://shop.example/?a=1&b=2', list: ['x', 'y'], html: '<b>bold</b> &amp; <i>more</i>' },
  { a: 2, name: 'O’Neil & <Söhne> "x"', url: '', list: [], style: 'display:none' },
  { b: true, name: '', list: ['one  two', ' three '], url: 'https://shop.example/ü', tag: 'p', html: '&nbsp;x' },
  { name: 'a\u200bb', a: 3, url: '#top', list: ['lt', 'play:no', 'x--'], style: 'title=', html: 'mailto:ada@shop.example', tag: 'h1' },
  { name: 'a\nb\tc', a: 2, b: true, list: ['Ada', 'Ada', 'hidden'], url: 'javascript:1', style: 'color:red', html: 'a > b' },
];

const SOURCES = [
  '<p>Hi {{ name }},</p><p>see <a href="{{ url }}">{{ url }}</a> or <a href="{{ url }}">{{ name }}</a>0a</p>',
  '<p {% if a > 1 %}class="x"{% else %}title="<b>"{% endif %}>{% if a <b %}Few{% else %}{{ name }}{% endif %} of us</p>',
  '{% for each in list %}<p>{{ each }}, {{ forloop.index }}</p>{% else %}None{% endfor %}',
  '{% for each in list %}<b class="{% cycle "a", "b" %}">{{ each }}</b>{% endfor %}',
  '<table>{% tablerow each in list cols:2 %}{{ each }}{% endtablerow %}</table>',
  '<html><head>{% assign who = name %}</head><body>Hi {{ who }}</body></html>',
  '{% assign t = "A" %}<p>{{ t }}</p><table {% assign t = "B" %}><tr><td>{{ t }}</td></tr></table>',
  '{% assign n = 0 %}{% for each in list %}<p class="{% assign n = n | plus: 1 %}r{{ n }}">Row {{ n }}</p>{% endfor %}',
  '<p>{{ name }}</p><table><tr><td {% if a == 1 %}bgcolor=red>A</td>{% else %}bgcolor=blue>C</td>{% endif %}</tr></table>',
  '{% if a == 1 %}Hello {{ name }}<p {% else %}Bye<p class="z" {% endif %}>text</p>',
  '<p>a</p><!-- {% if b %} {{ name }} --><p>b {{ name }}</p><!-- {% else %} --><p>c</p><!-- {% endif %} --><p>d</p>',
  '<!-- {% capture g %}Hello {{ name }}{% endcapture %} --><p>{{ g }}</p>{% if g == "Hello Ada" %}Ada!{% endif %}',
  '{% capture g %}<b title="{{ name }}">1 {{ name }}</b>{% endcapture %}{{ g }}{{ g | raw }}{{ g | raw | strip_html }}',
  '<a href="{% if b %}{{ url }}{% endif %}">{% if a %}y{% endif %}</a>{% if name %}z{% endif %}',
  '<a href="{% if a == 1 %}https://x.example">b{% else %}https://y.example">c{% endif %}</a>',
  '<p>{{ html | raw }}</p><p>{{ html }}</p><p title="{{ html }}">x</p>',
  '<p style="{{ style }}">a</p><p {{ style }}>b</p><a href={{ name }}>c</a><{{ tag }}>d',
  '<title>{{ name }}</title><style>p { color: {{ style }} }</style><p>{{ name }}</p>',
  '{% raw %}{{ name }}{% endraw %} {{ "{% if %}" }} {{ name | default: "}}" }} {% comment %}{{ name }}{% endcomment %}',
  'a {{- name -}} b {{- name }} <br>{{ name -}} c',
  '{% if a %}x{%- else -%}y{%- endif -%}<p>{{ name }} </p>',
  '{% increment n %}{% liquid echo name %}{% echo url %}{{ list }}{{ list | join: ", " }}',
  '<pre>{{ name }}</pre><h1>{{ name }}</h1><ol>{% for each in list %}<li>{{ each }}</li>{% endfor %}</ol>',
  '<img alt="{{ name }}" src="{{ url }}"><a href="mailto:ada@shop.example">{{ name }}</a>',
  '<!doctype html><html><head><title>t</title><p>Hello {{ name }}</p>',
  '<ol start="{{ a }}" type="{{ list[0] }}"><li>{{ name }}</li></ol>a<h{{ a }}>b</h{{ a }}>c',
  '&{{ none }}{{ list[0] }};<!-- {{ list[2] }}>d<p style="dis{{ list[1] }}ne">{{ name }}</p>',
  '<a href=https://shop.example/{{ name }}>e</a><p {{ style }}"a>b">f</p><img {{ tag }}="g"><a href="{{ html }}">h</a>',
  'none',
];

const texted = (text: string | null | undefined) => text?.replace(/\n\n-- \nUnsubscribe: .*\n$/, '').trimEnd();

describe.each(SOURCES)('of %j', (source) => {
  it.each(READERS)('a copy is what the template makes of it, with one link, and its text is that of its HTML: %j', async (model) => {
    const { html, text } = await copyOf({ html: source }, model);
    expect(html?.replace(LINK, '')).toBe(filledIn(source, model));
    expect(html?.split(URL)).toHaveLength(2);
    expect(texted(text)).toBe(texted(htmlToText(html ?? '')));
    expect(text?.split(URL)).toHaveLength(2);
    expect(await copyOf({ html: source }, model)).toMatchObject({ html, text });
  });

  it.each(READERS)('a copy has the preview text at its start: %j', async (model) => {
    const plain = await copyOf({ html: source }, model);
    const { html, text } = await copyOf({ html: withPreviewText(source, '<i>Soon {{ name }}</i>') }, model);
    const shown = filledIn('<i>Soon {{ name }}</i>', model) ?? '';
    expect(html?.replace(shown, '')).toBe(plain.html);
    expect(html?.slice(html.indexOf('<body>') + 1)).toContain(shown);
    expect(text).toBe(plain.text);
  });

  it.each(READERS)('a test has no link: %j', async (model) => {
    const { html, text, isLinkAdded } = await copyOf({ html: source }, model, '');
    expect(html).toBe(filledIn(source, model, ''));
    expect([text?.includes('Unsubscribe'), isLinkAdded]).toEqual([false, false]);
  });
});

describe('a link of the author', () => {
  const own = '<a href="{{ unsubscribe_url }}">Bye</a>';

  it.each([
    `<p>Hi</p>${own}`,
    '<a href="https://me.example/bye?to={{ unsubscribe_url | url_encode }}">Bye</a>',
    `{% assign to = unsubscribe_url %}<a href="{{ to }}">Bye</a>`,
    `{% capture to %}${own}{% endcapture %}{{ to | raw }}`,
    '<a href="{{ "https://me.example/?to=" | append: unsubscribe_url }}">Bye</a>',
    `<!-- ${own} -->${own}`,
  ])('is enough: %j', async (html) => {
    const copy = await copyOf({ html });
    expect([copy.html, copy.isLinkAdded]).toEqual([filledIn(html, {}), false]);
    expect(copy.text).not.toContain('Unsubscribe');
  });

  it.each([
    `<p>Hi</p>{% if a %}${own}{% endif %}`,
    `<p>Hi</p><!-- ${own} -->`,
    `{% raw %}<html><body><p>Hi</p>${own}</body></html>{% endraw %}`,
    `{% capture to %}${own}{% endcapture %}{{ to | strip_html }}`,
    '<p>Hi</p><!--',
    "<p>Hi</p>{% unless a %}<img src='a.png>{% endunless %}",
  ])('is added for readers who see none: %j', async (html) => {
    const copy = await copyOf({ html });
    expect([copy.html?.match(new RegExp(LINK, 'g'))?.length, copy.isLinkAdded]).toEqual([1, true]);
    expect(copy.text).toContain(URL);
  });

  it('is asked for in each body', async () => {
    const both = await copyOf({ html: own, text: 'Hi' });
    expect(both).toMatchObject({ html: `<a href="${URL}">Bye</a>`, text: `Hi\n\n-- \nUnsubscribe: ${URL}\n`, isLinkAdded: true });
    expect(await copyOf({ html: own, text: 'Bye: {{ unsubscribe_url }}' })).toMatchObject({ text: `Bye: ${URL}`, isLinkAdded: false });
    expect(await copyOf({ html: null, text: 'Hi\n' })).toMatchObject({ html: null, text: `Hi\n\n-- \nUnsubscribe: ${URL}\n` });
    expect(await copyOf({ html: null, text: 'Hi' }, {}, '')).toMatchObject({ text: 'Hi', isLinkAdded: false });
  });
});

describe('what is made of the HTML', () => {
  beforeAll(() => {
    texts = 0;
  });
  afterAll(() => expect(texts).toBeGreaterThan(0));

  it('is made once for all readers who get the same branches', async () => {
    const html = '{% if vip %}<p>Dear {{ name }}</p>{% else %}<p>Hi {{ name }}</p>{% endif %}<p>{{ name }} {{ plan }}</p>';
    const before = texts;
    for (let n = 0; n < 50; n += 1) {
      const { text } = await copyOf({ html }, { vip: n % 2 === 0, name: `N${n}`, plan: `P${n}` }, `${URL}${n}`);
      expect(text).toBe(`${n % 2 === 0 ? 'Dear' : 'Hi'} N${n}\n\nN${n} P${n}\n\nUnsubscribe [${URL}${n}]`);
    }
    expect(texts - before).toBe(2);
  });

  it('is made once where readers differ in addresses, and none of them is said to hide anything', async () => {
    const html =
      '<p>{{ name }}</p><a class="x" href="https://shop.example/?a=1&amp;id={{ contact_id }}"><img src=\'/{{ contact_id }}\'></a>';
    const before = texts;
    for (const name of ['Ada', 'None', 'hidden']) {
      const { text } = await copyOf({ html }, { name, contact_id: `con_${name}` });
      expect(text).toContain(`${name}\n\nhttps://shop.example/?a=1&id=con_${name}\n`);
    }
    expect(texts - before).toBe(1);
  });

  it('is that of another reader only where no address is in the HTML itself', async () => {
    const html = `<a href="${URL}1">Bye</a><p>{{ name }}</p>`;
    expect(await copyOf({ html }, { name: 'Ada' }, `${URL}1`)).toMatchObject({ isLinkAdded: false });
    expect(await copyOf({ html }, { name: 'Bob' }, `${URL}2`)).toMatchObject({
      isLinkAdded: true,
      html: expect.stringContaining(`${URL}2`),
    });
  });

  it('is cut where values make it longer than a text may be', async () => {
    const { text } = await copyOf({ html: '<p>{{ x }}</p>', text: null }, { x: 'ä'.repeat(520_000) });
    expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(1024 * 1024 + 200);
    expect(text).toContain(URL);
  });

  it('is whole where values have signs of private use', async () => {
    const x = Array.from({ length: 0x10000 }, (_, place) => String.fromCodePoint(0x10_0000 + place)).join('');
    const { html, text } = await copyOf({ html: '<p>{{ y }}, {{ x }}, {{ y }}</p>' }, { x: x.slice(0, 50_000), y: 'Y' });
    expect(html).toContain(', Y</p>');
    expect(text).toContain(', Y');
  });

  it('is whole of very many outputs', async () => {
    const { html } = await copyOf({ html: '{{ x }}'.repeat(60_000) }, { x: 'y' });
    expect(html?.replace(LINK, '')).toBe('y'.repeat(60_000));
  });
});

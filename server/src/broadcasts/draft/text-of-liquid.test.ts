import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../templates/text/html-to-text.ts';
import { textOfLiquid } from './text-of-liquid.ts';

const textOf = (html: string) => textOfLiquid(html, async (shown) => htmlToText(shown));

describe('the text of HTML that is Liquid', () => {
  it.each([
    ['<p {% if a > 1 %}class="x"{% endif %}>y</p>', 'y'],
    ['<p>{% if a <b and c> d %}y{% endif %}</p>', '{% if a <b and c> d %}y{% endif %}'],
    ['<p>{{ x | split: "<br>" | join: " &amp;  &lt; " }}</p>', '{{ x | split: "<br>" | join: " &amp;  &lt; " }}'],
    ['<a href="{{ url | default: ">" }}">Read</a>', 'Read [{{ url | default: ">" }}]'],
    ['<a href="{{ url }}">{{ url }}</a>', '{{ url }}'],
    ['<a href="{{ url }}">{{ name }}</a>0a', '{{ name }} [{{ url }}]0a'],
    ['{% for each in list %}<p>{{ each }}</p>{% endfor %}', '{% for each in list %}\n\n{{ each }}\n\n{% endfor %}'],
    ['<p>\ue000\ue001 {{ x }}</p>', '\ue000\ue001 {{ x }}'],
    ['<p>&#xe000;Hello</p>', '\ue000Hello'],
    ['<p>&#57344;Hello {{ name }}</p>', '\ue000Hello {{ name }}'],
    ['<p>&#xe000;0 Euro for {{ name }}, &#xE000;abc &#x110000;</p>', '\ue0000 Euro for {{ name }}, \ue000abc \ufffd'],
    ['<p>{{ open', '{{ open'],
    ['<p>Hi</p>', 'Hi'],
  ])('keeps its marks as they are: %j', async (html, text) => {
    expect(await textOf(html)).toBe(text);
  });

  it('is that of HTML where every sign is taken', async () => {
    const signs = Array.from({ length: 0x1900 }, (_, place) => String.fromCharCode(0xe000 + place)).join('');
    expect(await textOf(`<p>${signs}{{ x }}</p>`)).toBe(`${signs}{{ x }}`);
  });

  it.each([
    ['the same', () => '{{x}}'],
    ['different', (place: number) => `{{${place}}}`],
  ])('is whole where there are very many marks that say %s', async (_, mark) => {
    const html = Array.from({ length: 60_000 }, (_each, place) => mark(place)).join('');
    expect((await textOf(html)) === html).toBe(true);
  });
});

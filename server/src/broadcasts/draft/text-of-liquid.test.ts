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
    ['{% if de %}<html><body>Ja</body></html>{% else %}<html><body>Yes</body></html>{% endif %}', '{% if de %}Ja{% else %}Yes{% endif %}'],
    [
      '<html>{% if dark %}<body class="dark">{% else %}<body>{% endif %}<p>Hi</p></body></html>',
      '{% if dark %}{% else %}{% endif %}\n\nHi',
    ],
    ['<html><head>{% assign who = name %}</head><body>Hi {{ who }}</body></html>', '{% assign who = name %}Hi {{ who }}'],
    [
      '<head>{% if de %}{% assign hi = "Hallo" %}{% else %}{% assign hi = "Hi" %}{% endif %}</head>{{ hi }}',
      '{% if de %}{% assign hi = "Hallo" %}{% else %}{% assign hi = "Hi" %}{% endif %}{{ hi }}',
    ],
    ['<style>{% capture c %}red{% endcapture %}</style>Hi', '{% capture c %}red{% endcapture %}Hi'],
    ['{% for x in all %}<b class="{% cycle "a", "b" %}">{{ x }}</b>{% endfor %}', '{% for x in all %}{{ x }}{% endfor %}'],
    ['<p {% if a %}class="x">y{% else %}>z{% endif %}</p>', '{% if a %}y{% else %}>z{% endif %}'],
    ['<p title="{% comment %}{% if %}{% endcomment %}">y</p>', 'y'],
    [
      '<a href="{% if a %}x{% endif %}">{% if b %}y{% endif %}</a>{% if c %}z{% endif %}',
      '{% if b %}y{% endif %} [{% if a %}x{% endif %}]{% if c %}z{% endif %}',
    ],
    ['<a href="{% if a %}x">b{% else %}y">c{% endif %}</a>', '{% if a %}b{% else %}y">c{% endif %} [x]'],
    ['<title>{% liquid assign x = 1 %}</title>{{ x }}', '{% liquid assign x = 1 %}{{ x }}'],
    [
      '<p>a</p><!-- {% if x %} {{ y }} --><p>b</p><!-- {% else %} --><p>c</p><!-- {% endif %} --><p>d</p>',
      'a\n\n{% if x %}\n\nb\n\n{% else %}\n\nc\n\n{% endif %}\n\nd',
    ],
    [
      '<table><!-- {% for x in all %} --><tr><td>{{ x }}</td></tr><!-- {% endfor %} --></table>',
      '{% for x in all %}\n{{ x }}\n{% endfor %}',
    ],
    ['a <!-- {% if x %}{{ y }}{% endif %} -->b', 'a b'],
    ['{{ x }}<!-- {% assign x = 1 %} -->{{ x }}', '{{ x }}{% assign x = 1 %}{{ x }}'],
    ['<!-->{% if x %}<!--->a<!-- {% endif %} -->', '{% if x %}a{% endif %}'],
    ['<style><!-- p{} </style>{% if x %}a<!-- c -->b{% endif %}', '{% if x %}ab{% endif %}'],
    ['<script>"<!--"</script>{% if x %}a<!-- {% else %} -->b{% endif %}', '{% if x %}a{% else %}b{% endif %}'],
    ['<title><!--</title>{% for x in all %}a<!-- c -->b{% endfor %}', '{% for x in all %}ab{% endfor %}'],
    ['<p title="<!--">{% if x %}a<!-- c -->b{% endif %}</p>', '{% if x %}ab{% endif %}'],
    ['<!-- {% if x %} <style> -->a<!-- {% endif %} -->b', '{% if x %}a{% endif %}b'],
  ])('keeps its marks as they are: %j', async (html, text) => {
    expect(await textOf(html)).toBe(text);
  });

  it.each([
    [
      '<!-- {% capture g %}Hello {{ email }}{% endcapture %} --><p>{{ g }}</p>',
      '{% capture g %}Hello {{ email }}{% endcapture %}\n\n{{ g }}',
    ],
    ['<head>{% capture g %}Hello {{ email }}{% endcapture %}</head>{{ g }}', '{% capture g %}Hello {{ email }}{% endcapture %}{{ g }}'],
    ['<head><!-- {% capture g %}{{ x }}{% endcapture %} --></head>{{ g }}', '{% capture g %}{{ x }}{% endcapture %}{{ g }}'],
    [
      '<!-- a {%- capture g -%} {% if x %}b{% else %}{% cycle 1, 2 %}{% endif %} {%- endcapture -%} c -->{{ g }}',
      '{%- capture g -%} {% if x %}b{% else %}{% cycle 1, 2 %}{% endif %} {%- endcapture -%}{{ g }}',
    ],
    [
      '<head>{% if x %}y{% capture g %}1{% endcapture %}{% else %}{% capture g %}2{% endcapture %}{% endif %}</head>{{ g }}',
      '{% if x %}{% capture g %}1{% endcapture %}{% else %}{% capture g %}2{% endcapture %}{% endif %}{{ g }}',
    ],
    [
      '<!-- {% if x %} --><p>a</p><!-- {% else %}{% capture g %}b{% endcapture %} -->{{ g }}<!-- {% endif %} -->',
      '{% if x %}\n\na\n\n{% else %}{% capture g %}b{% endcapture %}{{ g }}{% endif %}',
    ],
    [
      '<style>{% capture g %}{% capture h %}1{% endcapture %}{{ h }}2{% endcapture %}3</style>{{ g }}',
      '{% capture g %}{% capture h %}1{% endcapture %}{{ h }}2{% endcapture %}{{ g }}',
    ],
    [
      '<head>{% capture g %}{% raw %}{{ a }}{% endcapture %}{% endraw %}{% comment %}{% endcapture %}{% endcomment %}b{% endcapture %}</head>c',
      '{% capture g %}{% raw %}{{ a }}{% endcapture %}{% endraw %}{% comment %}{% endcapture %}{% endcomment %}b{% endcapture %}c',
    ],
    ['<!-- {% comment %}{% capture g %}1{% endcapture %}{% endcomment %} -->a', 'a'],
    ['<!-- {% capture g %}1 --><p>2</p><!-- 3{% endcapture %} -->{{ g }}', '{% capture g %}\n\n2\n\n{% endcapture %}{{ g }}'],
    ['<!-- {% capture g %}1{{ x }} -->{{ x }}', '{% capture g %}{{ x }}'],
    ['<!-- {% endcapture %}1{% capture g %} -->a', '{% endcapture %}{% capture g %}a'],
    ['<p title="{% capture g %}1{% endcapture %}{{ g }}">{{ g }}</p>', '{% capture g %}1{% endcapture %}{{ g }}'],
    ['{% capture g %}<b title="{{ x }}">1</b>{% endcapture %}{{ g }}', '{% capture g %}1{% endcapture %}{{ g }}'],
  ])('keeps what a capture holds where it becomes no text: %j', async (html, text) => {
    expect(await textOf(html)).toBe(text);
  });

  it.each([
    ['<p>a</p>{%- if x -%}<p>b</p>{%- endif -%}<p>c</p>', 'a\n\n{% if x %}\n\nb\n\n{% endif %}\n\nc'],
    ['a<br>{{- x -}}<br>b', 'a\n{{ x }}\nb'],
    ['a {{- x -}} b {{- y }}<br>', 'a {{- x -}} b {{- y }}'],
    ['{% if a %}x{%- else -%}y{%- endif -%}<p>z</p>', '{% if a %}x{%- else -%}y{%- endif %}\n\nz'],
  ])('has no mark take away the breaks between its lines: %j', async (html, text) => {
    expect(await textOf(html)).toBe(text);
  });

  it('is that of HTML where every sign is taken', async () => {
    const signs = Array.from({ length: 0x1900 }, (_, place) => String.fromCharCode(0xe000 + place)).join('');
    expect(await textOf(`<p>${signs}{{ x }}</p>`)).toBe(`${signs}{{ x }}`);
  });

  it.each([
    ['the same', () => '{{x}}'],
    ['different', (place: number) => `{{${place}}}`],
    ['tags', () => '{%x%}'],
    ['captures', () => '{%capture x%}y{%endcapture%}'],
  ])('is whole where there are very many marks that say %s', async (_, mark) => {
    const html = Array.from({ length: 60_000 }, (_each, place) => mark(place)).join('');
    expect((await textOf(html)) === html).toBe(true);
  });

  it.each([
    ['in comments', '<!--{%capture x%}y{%endcapture%}-->'.repeat(12_000)],
    ['in attributes', '<p title="{%capture x%}y{%endcapture%}">'.repeat(12_000)],
    ['in each other', `<!--${'{%capture x%}'.repeat(17_000)}${'{%endcapture%}'.repeat(17_000)}-->`],
  ])('has what very many captures hold %s', async (_, html) => {
    const text = (await textOf(html)).replaceAll(/\s*\n\s*/g, '');
    expect(text === html.replaceAll(/<!--|-->|<p title="|">/g, '')).toBe(true);
  });
});

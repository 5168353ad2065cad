import { describe, expect, it } from 'vitest';
import { findHtmlPlaces } from './unsubscribe-link.ts';

/** Returns HTML with a `|` at each place for its preview text. */
async function marked(html: string): Promise<string> {
  const { starts } = await findHtmlPlaces(html);
  return starts.reduceRight((to, { at, before, after }) => `${to.slice(0, at)}${before}|${after}${to.slice(at)}`, html);
}

describe('the preview text of readers whose branch has no body', () => {
  it.each([
    '<html {% if a %}lang="x"><body>|{% else %}lang="y">|{% endif %}<p>x</p>',
    '<html {% if a %}lang="x">|{% else %}lang="y"><body>|{% endif %}<p>x</p>',
    '<html {% if a %}lang="x">|{% elsif b %}lang="y"><body>|{% else %}lang="z">|<br>{% endif %}<p>x</p>',
    '<html {% case a %}{% when 1 %}lang="x"><body>|{% when 2 %}lang="y">|{% endcase %}',
    '<head><title>{% if a %}x</title></head><body>|{% else %}y</title></head>|{% endif %}<p>x</p>',
    '<title>x</title>{% if a %}<body>|{% else %}|<title>y</title>{% endif %}',
    '<html {% if a %}lang="x"{% else %}dir="ltr"{% endif %}>{% if b %}<body>|{% else %}|<p>{% endif %}x',
    '<html {% if a %}lang="x">{% else %}lang="y">{% endif %}<body>|<p>x</p>',
    '{% if a %}<style>b{}{% endif %}{% if c %}<p>{% endif %}{% if a %}</style>{% endif %}<body>|<p>x</p>',
    '{% if a %}<html><!-- <body> --><body>|{% else %}|<!-- <body> --><p>x</p>{% endif %}<p>y</p>',
    '<!-- {% if a %} --><body>|<!-- {% else %} -->|<title>x</title><!-- {% endif %} --><p>y</p>',
    '<!-- {% if a %} --><body>|<!-- {% else %}-->|<!--x{% endif %} --><p>y</p>',
  ])('is where their HTML begins: %j', async (html) => {
    expect(await marked(html.replaceAll(/-->\|<!--(?=x)|\|/g, ''))).toBe(html);
  });

  it.each([
    '<html {% if a %}lang="x"><body>|{% endif %} lang="y"><p>x</p>',
    '<html {% if a %}lang="x"><body>|{% else %}lang="y"{% endif %}><p>x</p>',
    '<html {% if a %}lang="x"{% else %}lang="y"><body>|{% endif %}><p>x</p>',
    '<html lang="{% if a %}x"><body>|{% else %}y{% endif %}"><p>x</p>',
    '<html lang="{% if a %}x{% else %}y"><body>|{% endif %}"><p>x</p>',
    "<html lang='{% unless a %}x'><body>|{% endunless %}y'><p>x</p>",
    '<html lang={% if a %}x><body>|{% else %}y{% endif %}><p>x</p>',
    '<html lang={% case a %}{% when 1 %}x{% when 2 %}y><body>|{% else %}z{% endcase %}><p>x</p>',
    '<title>{% if a %}x</title><body>|{% else %}y</title>{% endif %}<p>x</p>',
    '<title>{% if a %}x</title>{% elsif b %}y</title><body>|{% else %}z</title>{% endif %}<p>x</p>',
    '<style>{% if a %}b{}</style><body>|{% endif %}</style><p>x</p>',
    '<style>{% case a %}{% when 1 %}</style>{% when 2 %}</style><body>|{% endcase %}<p>x</p>',
    '<script>{% if a %}</script>{% else %}</script><body>|{% endif %}<p>x</p>',
    '<{% if a %}html><body>|{% else %}html data-a="<body>">{% endif %}<p>x</p>',
    '<html {% if a %}lang="{% else %}dir={% endif %}a>{% if b %}" >{% else %}" data-b="{% endif %}<body>"><p>x</p>',
    '<p {% if a %}>{% endif %}{% if b %}<body>|{% endif %} class="x">y',
  ])('is left out where it would be in a tag, a title, a style or a script: %j', async (html) => {
    expect(await marked(html.replaceAll('|', ''))).toBe(html);
  });

  it.each([
    ['bodies', '{% if x %}<body>{% endif %}'],
    ['comments', '{% if x %}{% else %}<!--{% endif %}'],
    ['tags', '<p {% if x %}>{% else %}{% endif %}'],
    ['bodies of one case', `{% case x %}${'{% when 1 %}<body>'.repeat(1000)}{% endcase %}`],
    ['branches without a body', `{% case x %}<!-- ${'{% when 1 %}-->'.repeat(1000)}<body>{% endcase %}`],
    ['branches beside bodies', `${'{% if x %}<p>{% else %}<br>{% endif %}'.repeat(6000)}${'{% if x %}<body>{% endif %}'.repeat(9000)}`],
  ])('is found in time that grows with the length of the HTML, of %s', async (_, form) => {
    expect(await marked(form.repeat(Math.ceil((512 * 1024) / form.length)))).toBeTypeOf('string');
  });
});

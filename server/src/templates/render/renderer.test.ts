import { describe, expect, it } from 'vitest';
import { describeFault } from './describe-fault.ts';
import type { RenderOutcome, TemplateModel, TemplateSource } from './render-task.ts';
import { createRenderer } from './renderer.ts';

const NOW = Date.UTC(2031, 4, 6, 7, 8, 9);
const limits = { budgetMs: 60_000, outputBytes: 1024 * 1024 };
const perform = createRenderer();
let stored = 0;

function run(given: Partial<TemplateSource>, model: TemplateModel = {}, change: Partial<typeof limits> = {}): RenderOutcome {
  stored += 1;
  const source = { id: `tpv_${stored}`, subject: null, html: null, text: null, ...given };
  const [outcome] = perform({ tasks: [{ kind: 'render', source, model }], now: NOW, limits: { ...limits, ...change } });
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

function check(given: Partial<TemplateSource>): RenderOutcome | undefined {
  const source = { subject: null, html: null, text: null, ...given };
  return [...perform({ tasks: [{ kind: 'check', source }], now: NOW, limits })][0];
}

const text = (source: string, model?: TemplateModel) => {
  const outcome = run({ text: source }, model);
  return outcome.kind === 'rendered' ? outcome.text : outcome;
};
const html = (source: string, model?: TemplateModel) => {
  const outcome = run({ html: source }, model);
  return outcome.kind === 'rendered' ? outcome.html : outcome;
};
const missing = (source: string, model?: TemplateModel) => {
  const outcome = run({ text: source }, model);
  return outcome.kind === 'rendered' ? outcome.missing : outcome;
};

describe('the language of templates', () => {
  it.each([
    ['{{ user.name }}', 'Ann'],
    ['{{ user["name"] }}', 'Ann'],
    ['{{ nobody | default: "there" }}', 'there'],
    ['{{ user.name | upcase }}', 'ANN'],
    ['{% if user.vip %}yes{% else %}no{% endif %}', 'no'],
    ['{% unless user.vip %}no{% endunless %}', 'no'],
    ['{% for n in numbers %}{{ n }}{% unless forloop.last %},{% endunless %}{% endfor %}', '1,2,3'],
    ['{% case user.name %}{% when "Ann" %}A{% else %}?{% endcase %}', 'A'],
    ['{% assign a = 1 | plus: 2 %}{{ a }}', '3'],
    ['{% raw %}{{ x }}{% endraw %}', '{{ x }}'],
    ['{{ numbers }}', '123'],
    ['{{ "now" | date: "%Y-%m-%d %H:%M" }}', '2031-05-06 07:08'],
    ['{{ 0 | date: "%H:%M %z" }}', '00:00 +0000'],
  ])('renders %s', (source, expected) => {
    expect(text(source, { user: { name: 'Ann' }, numbers: [1, 2, 3] })).toBe(expected);
  });

  it('does not change the model for the next part', () => {
    expect(run({ subject: '{% increment n %}', text: '{{ n }}' }, { n: 5 })).toMatchObject({ subject: '5', text: '5' });
  });
});

describe('escaping', () => {
  const model = { x: `<b a="1" b='2'>&` };
  const escaped = '&lt;b a=&#34;1&#34; b=&#39;2&#39;&gt;&amp;';

  it('makes values harmless in the HTML part, and nowhere else', () => {
    const source = '{{ x }}';
    expect(run({ subject: source, html: source, text: source }, model)).toMatchObject({ subject: model.x, html: escaped, text: model.x });
  });
  it('leaves what the template says itself', () => expect(html('<p>{{ x }}</p>', model)).toBe(`<p>${escaped}</p>`));
  it('is left out for raw', () => expect(html('{{ x | raw }}', model)).toBe(model.x));
  it('is not left out where raw is not the last word', () => expect(html('{{ x | raw | append: "<" }}', model)).toBe(`${escaped}&lt;`));
  it('takes raw in a text part as well', () => expect(text('{{ x | raw }}', model)).toBe(model.x));
  it('happens once where the template escapes by hand', () => expect(html('{{ x | escape }}', model)).toBe(escaped));
  it.each(['{% echo x %}', '{% cycle x %}', '{% liquid echo x %}'])('covers %s', (source) => expect(html(source, model)).toBe(escaped));
});

describe('missing', () => {
  it('names what the model lacks or has as null, once, part by part', () => {
    const outcome = run(
      { subject: '{{ b.c }}', html: '{{ a }}{{ nothing }}{{ b.c }}', text: '{{ items[2].price }}{{ a.deep.er }}' },
      { a: 'A', nothing: null, items: [] },
    );
    expect(outcome).toMatchObject({ subject: '', html: 'A', text: '', missing: ['b.c', 'nothing', 'items[2].price', 'a.deep.er'] });
  });

  it.each([
    ['a value', '{{ a }}', []],
    ['an empty string, false or 0', '{{ empty_text }}{{ no }}{{ zero }}', []],
    ['a default', '{{ x | default: "y" }}', []],
    ['a default further on', '{{ x | upcase | default: "y" }}', []],
    ['a condition', '{% if x %}{% elsif y.z %}{% endif %}{% unless v == 1 %}{% endunless %}{% case w %}{% when 1 %}{% endcase %}', []],
    ['what a condition encloses', '{% if a %}{% if b %}{% else %}{{ x }}{% endif %}{% endif %}', ['x']],
    ['what is not reached', '{% if x %}{{ y }}{% endif %}', []],
    ['what a loop goes over', '{% for i in list %}{{ i }}{% endfor %}', ['list']],
    ['items of a loop', '{% for i in items %}{{ i.name }}{% endfor %}', ['i.name']],
    ['an argument of a filter', '{{ a | append: x }}', ['x']],
    ['what a variable is made from', '{% assign v = user.name %}{{ v }}', ['user.name']],
    ['a captured variable', '{% capture v %}{{ x }}{% endcapture %}{{ v }}', ['x']],
  ])('of %s', (_case, source, expected) => {
    expect(missing(source, { a: 'A', empty_text: '', no: false, zero: 0, items: [{}] })).toEqual(expected);
  });

  it('is bounded', () => {
    const paths = missing(`{% for i in (1..1000) %}{{ x[i] }}{% endfor %}{{ y.${'z'.repeat(1000)} }}`);
    expect(paths).toHaveLength(100);
  });
});

describe('what cannot be stored or sent', () => {
  it('is replaced in what filters make', () => {
    expect(text('a{{ "%00" | url_decode }}b')).toBe('a\ufffdb');
    expect(text('{{ x | split: "" | first }}', { x: '😀' })).toBe('\ufffd');
  });

  it('is folded in a subject', () => {
    expect(run({ subject: 'a\r\nBcc: x\n\r{{ b }}', text: '1\r\n2' }, { b: 'c\rd\ne' })).toMatchObject({
      subject: 'a Bcc: x c d e',
      text: '1\r\n2',
    });
  });
});

describe('a fault', () => {
  it.each([
    ['an output that is not closed', 'a\nb {{ c', [2, 3], /not closed/],
    ['a tag that is not closed', 'a\n\n{% if b %}', [3, 1], /not closed/],
    ['an unknown tag', '{% wobble %}', [1, 1], 'tag "wobble" not found'],
    ['an unknown filter', 'a\n{{ b | wobble }}', [2, 1], 'undefined filter: wobble'],
    ['an include', '{% include "a" %}', [1, 1], 'tag "include" not found'],
    ['a render', '{% render "a" %}', [1, 1], 'tag "render" not found'],
    ['a layout', '{% layout "a" %}', [1, 1], 'tag "layout" not found'],
    ['a block', '{% block a %}{% endblock %}', [1, 1], 'tag "block" not found'],
    ['nesting without end', '{% if a %}'.repeat(40_000), [1, expect.any(Number)], 'Nested too deeply.'],
  ])('is %s', (_case, source, [line, column], detail) => {
    const fault = { kind: 'fault', part: 'html', line, column, detail: expect.stringMatching(detail) };
    expect(check({ subject: 'fine', html: source })).toEqual(fault);
    expect(run({ subject: 'fine', html: source })).toEqual(fault);
  });

  // The console tells these in the reader's language, by their words: console/src/code/liquid-fault.ts.
  it.each([
    ['{{ a | upcas }}', 'undefined filter: upcas'],
    ['{% endif %}', 'tag "endif" not found'],
    ['{% raw %}x', 'raw "{% raw %}x" not closed'],
    ['{% if a %}', 'tag {% if a %} not closed'],
    ['{% if a', 'tag "{% if a" not closed'],
    ['{{ a', 'output "{{ a" not closed'],
    ['{{ a[ }}', '[ not closed'],
    ['{% if %}{% endif %}', 'invalid value expression: ""'],
    ['{% for a b %}{% endfor %}', 'illegal tag: {% for a b %}'],
    ['{% %}', 'illegal tag syntax, tag name expected'],
    ['{% assign x %}', 'expected "="'],
    ['{% if a && b %}{% endif %}', 'expected "|" before filter'],
    ['{% for x in (1..a %}{% endfor %}', 'invalid range syntax'],
    ['{% if a %}{% else %}{% else %}{% endif %}', 'duplicated else'],
    ['{{ a | append }}', 'append expect 2 arguments'],
    ['{% capture %}x{% endcapture %}', 'The tag capture needs the name of a variable.'],
    ['{% assign = 5 %}', 'The tag assign needs the name of a variable.'],
    ['{% cycle %}', 'The tag cycle needs values.'],
    ['{% # a\n b %}', 'Every line of a comment that begins with # has to begin with it.'],
    ['{{ "x" | base64_decode }}', 'The filter base64_decode is given no base64.'],
    ['{{ "%" | url_decode }}', 'A filter for URLs cannot use the text that it is given.'],
    ['{{ "now" | date: "%Y", "Nowhere/City" }}', 'There is no time zone Nowhere/City.'],
    ['{% for i in (1..99999999) %}{% endfor %}', 'It makes larger lists or texts than there is memory for.'],
  ])('says of %s: %s', (text, detail) => {
    expect(run({ text }, {})).toMatchObject({ kind: 'fault', line: 1, column: expect.any(Number), detail });
  });

  it('is told in a sentence of bounded length', () => {
    const fault = check({ text: `{% if ${'x'.repeat(10_000)} %}` });
    expect(fault).toMatchObject({ kind: 'fault', detail: expect.stringMatching(/^.{1,201}$/) });
  });

  it('is not told in words of the machine that runs the language', () => {
    expect(describeFault(new TypeError('a.map is not a function'))).toBe('A filter cannot use the value that it is given.');
  });

  it('is of a source that is too long', () => {
    expect(check({ text: 'x'.repeat(512 * 1024 + 1) })).toMatchObject({ kind: 'fault', detail: 'It is longer than a template may be.' });
  });

  it('is none in a sound source', () => {
    expect(check({ subject: '{{ a }}', html: '{% if a %}{% endif %}', text: '' })).toEqual({ kind: 'checked' });
  });
});

describe('a hostile template', () => {
  const failed = (detail: string) =>
    expect.objectContaining({ kind: 'fault', part: 'text', line: 1, detail: expect.stringContaining(detail) });

  it.each(['a.constructor', 'a.__proto__', 'constructor', '__proto__', 'a.toString', 'a.hasOwnProperty', 'list.map', 'name.constructor'])(
    'finds no prototype at %s',
    (path) => {
      const model = { a: {}, list: [1], name: 'x' };
      expect(run({ text: `{{ ${path} }}{{ ${path}.name }}` }, model)).toMatchObject({ text: '', missing: [path, `${path}.name`] });
    },
  );

  it('changes no prototype', () => {
    text('{% increment __proto__ %}{% assign __proto__ = a %}{% capture constructor %}x{% endcapture %}', { a: { polluted: 1 } });
    expect(text('{{ polluted }}{{ a.polluted }}', { a: {} })).toBe('');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('is refused for an output over the limit', () => {
    expect(run({ text: '{% for i in (1..11) %}0123456789{% endfor %}' }, {}, { outputBytes: 100 })).toEqual(
      failed('larger than 100 bytes'),
    );
    expect(run({ text: '{{ x }}' }, { x: 'ä'.repeat(51) }, { outputBytes: 100 })).toEqual(failed('larger than 100 bytes'));
    expect(run({ text: '{{ x }}' }, { x: 'ä'.repeat(50) }, { outputBytes: 100 })).toMatchObject({ kind: 'rendered' });
  });

  it('is refused for what it would hold in memory', () => {
    expect(text('{% for i in (1..1000000000) %}{% endfor %}')).toEqual(failed('memory'));
    expect(text(`{% assign a = "xx" %}${'{% assign a = a | append: a %}'.repeat(40)}`)).toEqual(failed('memory'));
  });

  it('is refused once its time is over, and nothing that follows is begun', () => {
    const source = {
      id: 'tpv_forever',
      subject: null,
      html: null,
      text: '{% for i in (1..100000) %}{% for j in (1..1000) %}{% endfor %}{% endfor %}',
    };
    const after = { id: 'tpv_after', subject: null, html: null, text: 'fine' };
    const tasks = [source, after].map((each) => ({ kind: 'render' as const, source: each, model: {} }));
    const outcomes = [...perform({ tasks, now: NOW, limits: { ...limits, budgetMs: 1 } })];
    expect(outcomes).toEqual([failed('time to render')]);
    expect(outcomes).toMatchObject([{ isLate: true }]);
  });
});

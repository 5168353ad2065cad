import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('the preview text of broadcasts on $name', (engine) => {
  let audience: string;

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  beforeAll(async () => {
    audience = await addAudience(tenant, await addContacts(tenant, 1));
  });

  it('shows the preview text first, as text and as Liquid', async () => {
    const shown = async (fields: object) => {
      const id = await writeDraft(tenant, audience, fields);
      const { sample } = (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body;
      return sample.html_body.replace(/<p style="[^"]*"><a href[^>]*>Unsubscribe<\/a><\/p>/, '');
    };
    const hidden = (text: string) => `<div style="display:none;max-height:0;overflow:hidden">${text}</div>`;
    const preview_text = 'a < b & {% if n > -1 %}{{ "<i>" }}{% endif %}';
    const text = hidden('a &lt; b &amp; &lt;i&gt;');
    expect(await shown({ preview_text })).toBe(`${text}<p>Hello c0@example.net</p>`);
    expect(await shown({ preview_text, body_html: '<html><body class="a"><p>x</p>' })).toBe(`<html><body class="a">${text}<p>x</p>`);
    const bare = '<!DOCTYPE html><html><head><title>t</title></head>';
    expect(await shown({ preview_text, body_html: `${bare}<p>x</p>` })).toBe(`${bare}${text}<p>x</p>`);
    expect(await shown({ preview_text, body_html: '<!doctype html><p>x</p>' })).toBe(`<!doctype html>${text}<p>x</p>`);
  });

  it('shows the preview text to all readers: after the tag of the body, which no comment, quote or Liquid ends', async () => {
    const shown = async (body_html: string) => {
      const body = `${body_html}<p>{{ unsubscribe_url }}</p>`;
      const id = await writeDraft(tenant, audience, { preview_text: 'first', body_html: body, body_text: 'Hi' });
      const { status, body: answer } = await tenant.call('POST', `/v1/broadcasts/${id}/preview`);
      return { status, html: answer.sample?.html_body };
    };
    const first = '<div style="display:none;max-height:0;overflow:hidden">first</div><p>https://unsubscribe.example/</p>';
    const own = (tag: string) => ({ status: 200, html: `${tag}${first}` });
    expect(await shown('<body class="{% if 2 > 1 %}a{% endif %}">')).toEqual(own('<body class="a">'));
    expect(await shown('<body {% if 2 > 1 %}id=a{% endif %}>')).toEqual(own('<body id=a>'));
    expect(await shown('<body data-x="a>b">')).toEqual(own('<body data-x="a>b">'));
    const outlook = '<!--[if mso]><body class="mso"><![endif]--><!--[if !mso]><!--><body><!--<![endif]-->';
    const end = outlook.indexOf('<!--<![endif]-->');
    expect((await shown(outlook)).html).toBe(
      `${outlook.slice(0, end)}${first.replace(/<p>.*/, '')}${outlook.slice(end)}<p>https://unsubscribe.example/</p>`,
    );
    expect(await shown('{% comment %}<body>{% endcomment %}<html>')).toEqual(own('<html>'));
  });

  it('shows the preview text to readers of a branch without a body, though others have one', async () => {
    const shown = async (body_html: string) => {
      const id = await writeDraft(tenant, audience, { preview_text: 'first', body_html, body_text: 'Hi' });
      const { sample } = (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body;
      return sample.html_body.replace(/<p style="[^"]*"><a href[^>]*>Unsubscribe<\/a><\/p>/, '');
    };
    const first = '<div style="display:none;max-height:0;overflow:hidden">first</div>';
    const body = '<body><p>a</p></body>';
    expect(await shown(`{% if 1 > 2 %}${body}{% else %}<p>b</p>{% endif %}`)).toBe(`${first}<p>b</p>`);
    expect(await shown(`{% if 2 > 1 %}<p>b</p>{% else %}${body}{% endif %}`)).toBe(`${first}<p>b</p>`);
    expect(await shown(`{% if 1 > 2 %}${body}{% elsif 2 > 1 %}<html><p>b</p></html>{% else %}c{% endif %}`)).toBe(
      `<html>${first}<p>b</p></html>`,
    );
    expect(await shown(`{% case 2 %}{% when 1 %}${body}{% when 2 %}<p>b</p>{% endcase %}`)).toBe(`${first}<p>b</p>`);
    expect(await shown(`{% if 1 > 2 %}${body}{% endif %}<p>b</p>`)).toBe(`${first}<p>b</p>`);
    expect(await shown(`{% if 2 > 1 %}${body}{% endif %}<p>b</p>`)).toBe(`<body>${first}<p>a</p></body><p>b</p>`);
    const two = `{% if 1 > 2 %}${body}{% endif %}{% if 2 > 1 %}<body><p>b</p></body>{% endif %}`;
    expect(await shown(two)).toBe(`<body>${first}<p>b</p></body>`);
  });

  it('shows the preview text to readers of a branch without a body, though the condition is in comments', async () => {
    const shown = async (body_html: string) => {
      const id = await writeDraft(tenant, audience, { preview_text: 'first', body_html, body_text: 'Hi' });
      const { sample } = (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body;
      return sample.html_body.replace(/<p style="[^"]*"><a href[^>]*>Unsubscribe<\/a><\/p>/, '').replaceAll(/<!--.*?-->/g, '');
    };
    const first = '<div style="display:none;max-height:0;overflow:hidden">first</div>';
    const body = '<body><p>a</p></body>';
    expect(await shown(`<!-- {% if 1 > 2 %} -->${body}<!-- {% else %} --><p>b</p><!-- {% endif %} -->`)).toBe(`${first}<p>b</p>`);
    expect(await shown(`<!-- {% if 2 > 1 %} --><p>b</p><!-- {% else %} -->${body}<!-- {% endif %} -->`)).toBe(`${first}<p>b</p>`);
    expect(await shown(`<!-- {% if 1 > 2 %} -->${body}<!-- {% else %} --><html><p>b</p></html><!-- {% endif %} -->`)).toBe(
      `<html>${first}<p>b</p></html>`,
    );
    expect(await shown(`<!-- {% if 1 > 2 %} -->${body}<!-- {% endif %} --><p>b</p>`)).toBe(`${first}<p>b</p>`);
    expect(await shown(`<!-- {% if 1 > 2 %} -->${body}<!-- {% else %} nothing {% endif %} --><p>b</p>`)).toBe(`${first}<p>b</p>`);
  });

  it('shows the preview text to each reader, also where a branch of a condition begins within a tag, a title or a style', async () => {
    const contacts = await addContacts(tenant, 2, 'branch');
    const target = await addAudience(tenant, contacts);
    const first = '<div style="display:none;max-height:0;overflow:hidden">first</div>';
    const shown = async (html: string) => {
      const body_html = `${html}<a href="{{ unsubscribe_url }}">x</a>`;
      const id = await writeDraft(tenant, target, { preview_text: 'first', body_html, body_text: 'Hi' });
      const ofContact = async (contact_id: string) =>
        (await tenant.call('POST', `/v1/broadcasts/${id}/preview`, { body: { contact_id } })).body.sample.html_body;
      const samples = await Promise.all(contacts.map(ofContact));
      return samples.map((sample: string) => sample.replace('<a href="https://unsubscribe.example/">x</a>', ''));
    };
    const one = '<html {% if n == 0 %}lang="x"><body>{% else %}lang="y">{% endif %}<p>x</p>';
    expect(await shown(one)).toEqual([`<html lang="x"><body>${first}<p>x</p>`, `<html lang="y">${first}<p>x</p>`]);
    const attribute = '<html lang="{% if n == 0 %}x{% else %}y"><body>{% endif %}"><p>x</p>';
    expect(await shown(attribute)).toEqual([`<html lang="x">${first}<p>x</p>`, `<html lang="y"><body>${first}"><p>x</p>`]);
    const title = '<title>{% case n %}{% when 0 %}x</title>{% when 1 %}y</title><body>{% endcase %}<p>x</p>';
    expect(await shown(title)).toEqual([`${first}<title>x</title><p>x</p>`, `<title>y</title><body>${first}<p>x</p>`]);
    const style = '<style>{% if n == 0 %}</style><body>{% endif %}</style><p>x</p>';
    expect(await shown(style)).toEqual([`<style></style><body>${first}</style><p>x</p>`, `${first}<style></style><p>x</p>`]);
  });

  it('shows each reader the mail of a condition around a body, with the preview text, and its text alone', async () => {
    const contacts = await addContacts(tenant, 2, 'language');
    const target = await addAudience(tenant, contacts);
    const shown = async (body_html: string) => {
      const id = await writeDraft(tenant, target, { body_html, body_text: null, preview_text: 'Soon {{ n }}' });
      const samples = [];
      for (const contact_id of contacts) {
        const { status, body } = await tenant.call('POST', `/v1/broadcasts/${id}/preview`, { body: { contact_id } });
        expect(status).toBe(200);
        samples.push([body.sample.html_body, body.sample.text_body.trim()]);
      }
      return samples;
    };
    const link = '<a href="{{ unsubscribe_url }}">x</a>';
    const own = '<a href="https://unsubscribe.example/">x</a>';
    const hidden = (text: string) => `<div style="display:none;max-height:0;overflow:hidden">${text}</div>`;
    const mail = (language: string, says: string) => `<html><body class="${language}"><p>${says}</p>${link}</body></html>`;
    expect(await shown(`{% if n == 0 %}${mail('de', 'Hallo')}{% else %}${mail('en', 'Hello')}{% endif %}`)).toEqual([
      [`<html><body class="de">${hidden('Soon 0')}<p>Hallo</p>${own}</body></html>`, 'Hallo\n\nx [https://unsubscribe.example/]'],
      [`<html><body class="en">${hidden('Soon 1')}<p>Hello</p>${own}</body></html>`, 'Hello\n\nx [https://unsubscribe.example/]'],
    ]);
    const one = '<html>{% if n == 0 %}<body class="a">{% else %}<body>{% endif %}';
    expect(await shown(`${one}<p>Hi</p>${link}</body></html>`)).toEqual([
      [`<html><body class="a">${hidden('Soon 0')}<p>Hi</p>${own}</body></html>`, 'Hi\n\nx [https://unsubscribe.example/]'],
      [`<html><body>${hidden('Soon 1')}<p>Hi</p>${own}</body></html>`, 'Hi\n\nx [https://unsubscribe.example/]'],
    ]);
    const inComments = `<!-- {% if n == 0 %} --><p>Hallo</p><!-- {% else %} --><p>Hello</p><!-- {% endif %} -->${link}`;
    expect((await shown(inComments)).map(([, text]) => text)).toEqual([
      'Hallo\n\nx [https://unsubscribe.example/]',
      'Hello\n\nx [https://unsubscribe.example/]',
    ]);
    const [[first]] = (await shown(`{% if n > 5 %}<body a>{% endif %}<body b><p>Hi</p>${link}<body c>`)) as [[string]];
    expect(first).toBe(`<body b>${hidden('Soon 0')}<p>Hi</p>${own}<body c>`);
  });
});

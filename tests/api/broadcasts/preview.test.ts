import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, content, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('POST /v1/broadcasts/{id}/preview on $name', (engine) => {
  let audience: string;

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  beforeAll(async () => {
    audience = await addAudience(tenant, await addContacts(tenant, 1));
  });

  it('counts who would get it, shows one mail, and warns', async () => {
    const own = await server.mint();
    const ids = await addContacts(own, 4);
    await own.call('PATCH', `/v1/contacts/${ids[0]}`, { body: { status: 'unsubscribed' } });
    await own.call('POST', '/v1/suppressions', { body: { email: 'c1@example.net' } });
    const html = '<a href="http://example.com/">{{ attributes.city }}</a>';
    const id = await writeDraft(own, await addAudience(own, ids), { body_html: html });
    const { status, body } = await own.call('POST', `/v1/broadcasts/${id}/preview`);
    expect(status).toBe(200);
    expect(body.counts).toEqual({ total: 4, deliverable: 2, unsubscribed: 1, cleaned: 0, suppressed: 1 });
    expect(body.sample).toMatchObject({ contact_id: ids[2], from: own.from, subject: 'News for 2' });
    expect(body.missing).toEqual(['attributes.city']);
    expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual(['insecure_link', 'no_unsubscribe_link']);
    const given = await own.call('POST', `/v1/broadcasts/${id}/preview`, { body: { contact_id: ids[3] } });
    expect(given.body.sample.subject).toBe('News for 3');
    const unknown = await own.call('POST', `/v1/broadcasts/${id}/preview`, { body: { contact_id: 'con_none' } });
    expect(unknown.body.error).toBe('contact_not_found');
  });

  it('takes the name of a language for no link', async () => {
    const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:o='http://example.com/office'><body>{{ unsubscribe_url }}</body></html>`;
    const warned = async (body_html: string) => {
      const id = await writeDraft(tenant, audience, { body_html });
      return (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body.warnings;
    };
    expect(await warned(html)).toEqual([]);
    const found = await warned(`${html}<img src="http://images.example/a.png">`);
    expect(found).toEqual([{ code: 'insecure_link', detail: 'A link without TLS: http://images.example/a.png' }]);
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

  it('makes its text of HTML in which a style has what begins a comment', async () => {
    const html = '<style><!-- p{} </style>{% if n == 0 %}a<!-- c -->b{% endif %}';
    const id = await writeDraft(tenant, audience, { body_html: html, body_text: null });
    const { status, body } = await tenant.call('POST', `/v1/broadcasts/${id}/preview`);
    expect(status).toBe(200);
    expect(body.sample.text_body).toMatch(/^ab\n/);
  });

  it('has a link and a warning where the only link is in a comment', async () => {
    const hidden = '<!-- {{ unsubscribe_url }} -->{% comment %}{{ unsubscribe_url }}{% endcomment %}';
    const id = await writeDraft(tenant, audience, { body_html: `<p>Hi</p>${hidden}`, body_text: null });
    const { sample, warnings } = (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body;
    expect(sample.html_body).toContain('<a href="https://unsubscribe.example/" style="color:#6b7280">Unsubscribe</a></p>');
    expect(sample.text_body).toContain('https://unsubscribe.example/');
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(['no_unsubscribe_link']);
  });

  it('makes its text of HTML that has Liquid in its tags', async () => {
    const html = '<p {% if n > 1 %}class="many"{% else %}class="<b>"{% endif %}>{% if n <b %}Few{% else %}{{ n }}{% endif %} of us</p>';
    const id = await writeDraft(tenant, audience, { body_html: html, body_text: null });
    const { status, body } = await tenant.call('POST', `/v1/broadcasts/${id}/preview`);
    expect(status).toBe(200);
    expect(body.sample.text_body).toMatch(/^0 of us\n/);
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

  it('has what the head of its HTML sets in its text', async () => {
    const html =
      '<html><head>{% assign who = attributes.n %}</head><body><p class="{% if who %}a{% endif %}">For {{ who }}</p></body></html>';
    const id = await writeDraft(tenant, audience, { body_html: html, body_text: null });
    const { sample } = (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body;
    expect(sample.text_body).toMatch(/^For 0\n/);
  });

  it.each([
    ['an element that is not displayed', (own: string) => `<div style="color: red; display: none"><p>x</p>${own}</div>`],
    ['an element that is hidden', (own: string) => `<div><p hidden>${own}</p></div>`],
  ])('has a link, and a warning, where the one of its own is in %s', async (_, hidden) => {
    const own = '<a href="{{ unsubscribe_url }}">Bye</a>';
    const shown = async (body_html: string) => {
      const id = await writeDraft(tenant, audience, { body_html, body_text: 'Bye: {{ unsubscribe_url }}' });
      const { sample, warnings } = (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body;
      return [sample.html_body.match(/>(Bye|Unsubscribe)</g), warnings.map(({ code }: { code: string }) => code)];
    };
    expect(await shown(`<body>${hidden(own)}<p>Hi</p></body>`)).toEqual([['>Bye<', '>Unsubscribe<'], ['no_unsubscribe_link']]);
    expect(await shown(`<body>${hidden(own)}<p>Hi</p>${own}</body>`)).toEqual([['>Bye<', '>Bye<'], []]);
    const some = `{% if n > 5 %}${own}{% endif %}`;
    expect(await shown(`<body>${hidden(own)}<p>Hi</p>${some}</body>`)).toEqual([['>Bye<', '>Unsubscribe<'], []]);
  });

  it('has a link for each reader, also where the one of its own is for some, as the mail that is sent', async () => {
    const contacts = await addContacts(tenant, 2, 'some');
    const own = '{% if n == 0 %}<a href="{{ unsubscribe_url }}">Bye</a>{% endif %}';
    const fields = { body_html: `<body><p>Hi</p>${own}</body>`, body_text: null };
    const id = await writeDraft(tenant, await addAudience(tenant, contacts), fields);
    const shown = async (place: number) => {
      const body = { contact_id: contacts[place] };
      return (await tenant.call('POST', `/v1/broadcasts/${id}/preview`, { body })).body.sample;
    };
    expect((await shown(0)).html_body).toBe('<body><p>Hi</p><a href="https://unsubscribe.example/">Bye</a></body>');
    expect((await shown(1)).html_body).toMatch(
      /<p>Hi<\/p><p [^>]*><a href="https:\/\/unsubscribe\.example\/"[^>]*>Unsubscribe<\/a><\/p><\/body>$/,
    );
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
    const { data } = (await tenant.call('GET', `/v1/broadcasts/${id}/recipients`)).body;
    expect(data).toHaveLength(2);
    for (const { message_id: messageId, email } of data) {
      const { html, text, headers } = await capturedMail(server, messageId);
      const [, url = ''] = /<([^>]+)>/.exec(headers.get('list-unsubscribe') ?? '') ?? [];
      expect(html).toContain(email === 'some0@example.net' ? `<a href="${url}">Bye</a></body>` : '>Unsubscribe</a></p></body>');
      for (const part of [html, text]) expect(part.split(url)).toHaveLength(2);
    }
  });

  it.each([
    ['a comment', '<!-- {{ unsubscribe_url }} -->'],
    ['a style', '<style>a { content: "{{ unsubscribe_url }}" }</style>'],
    ['a comment, by another name', '{% assign url = unsubscribe_url %}<!-- {{ url }} -->'],
  ])('has a link also for a reader from whom a condition keeps all but the address in %s', async (_, hidden) => {
    const contacts = await addContacts(tenant, 2, 'hidden');
    const own = '{% if n == 0 %}<a href="{{ unsubscribe_url }}">Bye</a>{% endif %}';
    const fields = { body_html: `<body>${hidden}<p>Hi</p>${own}</body>`, body_text: 'Bye: {{ unsubscribe_url }}' };
    const id = await writeDraft(tenant, await addAudience(tenant, contacts), fields);
    const shown = async (place: number) => {
      const body = { contact_id: contacts[place] };
      return (await tenant.call('POST', `/v1/broadcasts/${id}/preview`, { body })).body.sample.html_body;
    };
    expect(await shown(0)).toMatch(/<p>Hi<\/p><a href="https:\/\/unsubscribe\.example\/">Bye<\/a><\/body>$/);
    expect(await shown(1)).toMatch(/<p>Hi<\/p><p [^>]*><a href="https:\/\/unsubscribe\.example\/"[^>]*>Unsubscribe<\/a><\/p><\/body>$/);
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
    const { data } = (await tenant.call('GET', `/v1/broadcasts/${id}/recipients`)).body;
    const mails = await Promise.all(
      data.map(async ({ message_id }: { message_id: string }) => (await capturedMail(server, message_id)).html),
    );
    expect(mails.map((html) => /<a [^>]*>(\w+)</.exec(html)?.[1]).sort()).toEqual(['Bye', 'Unsubscribe']);
  });

  it('has a link to unsubscribe by in both bodies, as the mail that is sent', async () => {
    const previewed = async (fields: object) => {
      const id = await writeDraft(tenant, audience, fields);
      const { sample, warnings } = (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body;
      return { id, sample, warned: warnings.map(({ code }: { code: string }) => code) };
    };
    const link = (url: string) => `<a href="${url}" style="color:#6b7280">Unsubscribe</a></p></body>`;
    const { id, sample, warned } = await previewed({ body_html: '<body><p>Hi</p></body>', body_text: 'Hi' });
    expect(sample.html_body).toContain(link('https://unsubscribe.example/'));
    expect(sample.text_body).toBe('Hi\n\n-- \nUnsubscribe: https://unsubscribe.example/\n');
    expect(warned).toEqual(['no_unsubscribe_link']);
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
    const { body } = await tenant.call('GET', `/v1/broadcasts/${id}/recipients`);
    const mail = await capturedMail(server, body.data[0].message_id);
    const [, url = ''] = /^Unsubscribe: (http\S+)$/m.exec(mail.text) ?? [];
    expect(mail.html).toContain(link(url));
    expect(mail.headers.get('list-unsubscribe')).toContain(new URL(url).pathname);
    const stored = (await tenant.call('GET', `/v1/messages/${body.data[0].message_id}`)).body;
    expect(stored.text_body).toBe('Hi\n\n-- \nUnsubscribe: {{ unsubscribe_url }}\n');
    expect((await tenant.call('GET', `/v1/broadcasts/${id}`)).body).toMatchObject({ body_text: 'Hi' });
    const own = await previewed({ body_html: '<a href="{{ unsubscribe_url }}">Bye</a>', body_text: 'Hi' });
    expect(own.sample.html_body).toBe('<a href="https://unsubscribe.example/">Bye</a>');
    expect(own.sample.text_body).toContain('Unsubscribe: https://unsubscribe.example/');
    expect(own.warned).toEqual(['no_unsubscribe_link']);
    const blank = await previewed({ body_html: ' \n', body_text: 'Hi' });
    expect([blank.sample.html_body, blank.sample.text_body]).toEqual([null, sample.text_body]);
    const alone = await previewed({ body_html: '<p>Hi</p>', body_text: null });
    expect(alone.sample.text_body.match(/https:\/\/unsubscribe\.example\//g)).toHaveLength(1);
  });

  it('names a fault by the field of the broadcast that has it', async () => {
    const own = await server.mint();
    const previewed = async (fields: object) => {
      const { body: draft } = await own.call('POST', '/v1/broadcasts', { body: { ...content(own), ...fields } });
      return (await own.call('POST', `/v1/broadcasts/${draft.id}/preview`)).body;
    };
    const html = { body_html: '<p>\n{% if %}</p>', body_text: null };
    expect(await previewed(html)).toMatchObject({ error: 'invalid_template', field: 'body_html', line: 2 });
    expect(await previewed({ body_text: '{% if %}' })).toMatchObject({ error: 'invalid_template', field: 'body_text', line: 1 });
    const large = { body_text: '{% for i in (1..999999999) %}{% endfor %}' };
    expect(await previewed(large)).toMatchObject({
      error: 'template_render_failed',
      detail: expect.stringMatching(/^body_text, line 1: /),
    });
  });

  it('has no counts without a target', async () => {
    const own = await server.mint();
    const { body: draft } = await own.call('POST', '/v1/broadcasts', { body: content(own) });
    const { body } = await own.call('POST', `/v1/broadcasts/${draft.id}/preview`);
    expect(body.counts).toBeNull();
    expect(body.sample.contact_id).toBeNull();
  });

  it('counts an address that was erased and added again as suppressed, as it is when the broadcast is sent', async () => {
    const own = await server.mint();
    await addContacts(own, 2);
    await own.call('POST', '/v1/erasures', { body: { email: 'c0@example.net' } });
    const ids = await addContacts(own, 3);
    const id = await writeDraft(own, await addAudience(own, ids));
    const { body } = await own.call('POST', `/v1/broadcasts/${id}/preview`);
    expect(body.counts).toEqual({ total: 3, deliverable: 2, unsubscribed: 0, cleaned: 0, suppressed: 1 });
    expect(body.sample.contact_id).toBe(ids[1]);
    await own.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
    expect((await own.call('GET', `/v1/broadcasts/${id}/stats`)).body.ledger).toMatchObject({ total: 3, sent: 2, suppressed: 1 });
  });

  it('shows the mail of the first who gets it, however many contacts are older', async () => {
    const own = await server.mint();
    const ids = await addContacts(own, 1200);
    await own.call('POST', '/v1/suppressions', { body: { email: 'c1190@example.net' } });
    const filter = { field: 'attributes.n', op: 'gte', value: 1190 };
    const { body: segment } = await own.call('POST', '/v1/segments', { body: { name: 'Newest', filter } });
    const target = { target_kind: 'segment', target_id: segment.id };
    const { body: draft } = await own.call('POST', '/v1/broadcasts', {
      body: { ...content(own), subject: '{{ attributes.n }}', ...target },
    });
    const { body } = await own.call('POST', `/v1/broadcasts/${draft.id}/preview`);
    expect(body.counts).toMatchObject({ total: 10, deliverable: 9 });
    expect(body.sample).toMatchObject({ contact_id: ids[1191], subject: '1191' });
    expect(body.missing).toEqual([]);
    expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual(['no_unsubscribe_link']);
  });
});

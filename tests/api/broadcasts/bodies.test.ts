import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('the bodies made of broadcasts on $name', (engine) => {
  let audience: string;

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  beforeAll(async () => {
    audience = await addAudience(tenant, await addContacts(tenant, 1));
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
    expect(await shown(`<body>${hidden(own)}<p>Hi</p>${some}</body>`)).toEqual([['>Bye<', '>Unsubscribe<'], ['no_unsubscribe_link']]);
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
    expect(stored.text_body).toBe('Hi');
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
});

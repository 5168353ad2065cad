import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { automationsOf, mail } from '../../support/fixtures/automations.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const DETAIL = expect.stringContaining('beyond 9007199254740991');
/** Above which a body is parsed in a thread. */
const LARGE = 256 * 1024;

describe.each(engines)('a whole number beyond 2^53 on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });

  /** As it is written: JavaScript has no such number. */
  const post = async (path: string, text: string) => {
    const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: text });
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the paths that they assert
    const read: any = await answer.json();
    return { status: answer.status, body: read };
  };
  const pad = (bytes: number) => ' '.repeat(bytes);

  describe.each([0, LARGE])('in a body of %i bytes and more', (bytes) => {
    it.each(['9007199254740993', '-9007199254740992', '12345678901234567890', '1e21', '12345678901234567.5'])(
      'is refused as an attribute: %s',
      async (number) => {
        const text = `{"email":"a@example.net","attributes":{"n":1,"order":${number}}${pad(bytes)}}`;
        expect(await post('/v1/contacts', text)).toMatchObject({
          status: 422,
          body: { error: 'invalid_attribute_value', field: 'order', detail: DETAIL },
        });
      },
    );

    it('is kept up to there, as it was given', async () => {
      const given = '"n":9007199254740991,"m":-9007199254740991,"s":"12345678901234567890","d":0.1';
      const { body } = await post('/v1/contacts', `{"email":"b@example.net","attributes":{${given}}${pad(bytes)}}`);
      const n = Number.MAX_SAFE_INTEGER;
      expect(body.attributes).toEqual({ n, m: -n, s: '12345678901234567890', d: 0.1 });
    });

    it('is taken however it is spelt, up to there', async () => {
      const given = '"a":1e3,"b":1.0,"c":1e15,"d":9007199254740991.0';
      const { body } = await post('/v1/contacts', `{"email":"f${bytes}@example.net","attributes":{${given}}${pad(bytes)}}`);
      expect(body.attributes).toEqual({ a: 1000, b: 1, c: 1e15, d: Number.MAX_SAFE_INTEGER });
    });

    it.each(['9'.repeat(17), '1e400', '9'.repeat(400)])(
      'is refused in what a template is filled with, with its place: %s',
      async (number) => {
        await tenant.call('POST', '/v1/templates', { body: { alias: 'order' } });
        await tenant.call('POST', '/v1/templates/order/versions', { body: { subject: 'x', text_body: '{{ order.ids }}' } });
        const model = `{"order":{"ids":[1,${number}]}}`;
        const email = `{"from":"${tenant.from}","to":["a@example.net"],"template_alias":"order","template_model":${model}${pad(bytes)}}`;
        const fault = (field: string) => ({ error: 'validation_failed', field, detail: DETAIL });
        const at = 'template_model.order.ids[1]';
        expect(await post('/v1/email', email)).toMatchObject({ status: 422, body: fault(at) });
        const batch = await post('/v1/email/batch', `{"emails":[${email}]}`);
        expect(batch.body.data).toMatchObject([{ status: 'rejected', ...fault(at) }]);
        const render = await post('/v1/templates/order/render', `{"template_model":${model}${pad(bytes)}}`);
        expect(render).toMatchObject({ status: 422, body: fault(at) });
        const preview = await post('/v1/templates/preview', `{"text_body":"x","template_model":${model}${pad(bytes)}}`);
        expect(preview).toMatchObject({ status: 422, body: fault(at) });
      },
    );
  });

  it('fails its own contact of a batch alone', async () => {
    const contacts = '{"email":"c@example.net","attributes":{"n":99999999999999999}},{"email":"d@example.net","attributes":{"n":1}}';
    const { body } = await post('/v1/contacts/batch', `{"contacts":[${contacts}]}`);
    expect(JSON.stringify(body)).toContain('invalid_attribute_value');
    const { data } = (await tenant.call('GET', '/v1/contacts?email=d@example.net')).body;
    expect(data).toMatchObject([{ attributes: { n: 1 } }]);
    expect((await tenant.call('GET', '/v1/contacts?email=c@example.net')).body.data).toEqual([]);
  });

  it('is refused in a step that is saved, and goes on in one that was saved before', async () => {
    const us = automationsOf(server, tenant);
    const draft = (step: string) => post('/v1/automations', `{"name":"x","trigger_kind":"contact_created","steps":[${step}]}`);
    const big = '99999999999999999';
    const update = `{"id":"u","type":"update_contact","attributes":{"n":${big}}}`;
    const send = `{"id":"s","type":"send_email","template_alias":"order","template_model":{"n":${big}}}`;
    expect(await draft(update)).toMatchObject({ status: 422, body: { error: 'invalid_steps', path: 'steps[0].attributes.n' } });
    const announce = `{"id":"w","type":"webhook","name":"x","data":{"n":${big}}}`;
    expect(await draft(announce)).toMatchObject({ status: 422, body: { error: 'invalid_steps', path: 'steps[0].data.n' } });
    expect(await draft(send)).toMatchObject({ status: 422, body: { error: 'invalid_steps', path: 'steps[0].template_model.n' } });
    const id = await us.active([{ id: 'u', type: 'update_contact', attributes: { n: 1 } }, mail('m', { template_model: { n: 1 } })]);
    await server.app.db.transact((trx) =>
      trx
        .updateTable('automations')
        .set((eb) => ({ steps: eb.fn<string>('replace', ['steps', eb.val('"n":1'), eb.val(`"n":${big}`)]) }))
        .where('id', '=', id)
        .execute(),
    );
    await us.contact('e@example.net');
    await us.run();
    expect(await us.newest(id)).toMatchObject({ status: 'completed', error: null });
    expect((await tenant.call('POST', `/v1/automations/${id}/pause`)).status).toBe(200);
    expect(await tenant.call('POST', `/v1/automations/${id}/activate`)).toMatchObject({ status: 200, body: { status: 'active' } });
  });
});

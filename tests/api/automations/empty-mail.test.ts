import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { HOUR, mail, useAutomations } from '../../support/fixtures/automations.ts';

describe.each(engines)('a mail of an automation on $name', (engine) => {
  const { server, tenant, us } = useAutomations(engine);

  describe('whose subject comes out empty', () => {
    const BECAUSE = 'empty_subject: The subject is empty, since attributes.first, last are empty or not set.';
    const blank = mail('hi', { subject: '{{ attributes.first }} {{ last }}' });

    it('fails for that contact, without another try, and the run goes on', async () => {
      const id = await us.active([blank, mail('next')]);
      await us.contact('a@example.net', { attributes: { first: '\u200b' } });
      await us.contact('b@example.net', { attributes: { first: 'Ann' } });
      for (let round = 0; round < 3; round += 1) {
        await us.run();
        await us.dispatch();
        await us.advance(HOUR);
      }
      expect((await us.enrollments(id)).map(({ status, error }) => [status, error])).toEqual([
        ['completed', null],
        ['completed', null],
      ]);
      const messages = await us.messages();
      const told = messages.map(({ to, subject, status }) => `${to} ${subject.trim()} ${status}`);
      expect(told.toSorted()).toEqual([
        'a@example.net Subject next sent',
        'a@example.net \u200b failed',
        'b@example.net Ann sent',
        'b@example.net Subject next sent',
      ]);
      const failed = await us.get(`/messages/${messages.find(({ status }) => status === 'failed').id}`);
      expect(failed.recipients).toMatchObject([{ email: 'a@example.net', status: 'failed', detail: BECAUSE }]);
      expect(failed.events).toMatchObject([{ type: 'failed', data: { reason: BECAUSE } }]);
      const { body } = await server.admin('GET', '/admin/captured?limit=100');
      expect(body.data.filter(({ message_id }: { message_id: string }) => message_id === failed.id)).toEqual([]);
      expect((await us.get(`/automations/${id}/stats`)).steps).toMatchObject([
        { step: 'hi', failed: 0, mail: { total: 2, sent: 1, failed: 1 } },
        { step: 'next', failed: 0, mail: { total: 2, sent: 2, failed: 0 } },
      ]);
    });

    it('names the variables of a template, too', async () => {
      await us.post('/templates', { alias: 'named' });
      await us.post('/templates/named/versions', { subject: '{{ first }}', text_body: 'x', activate: true });
      await us.active([{ id: 's', type: 'send_email', template_alias: 'named' }]);
      await us.contact('b@example.net');
      await us.run();
      const [{ id }] = await us.messages();
      const detail = 'empty_subject: The subject is empty, since first is empty or not set.';
      expect((await us.get(`/messages/${id}`)).recipients).toMatchObject([{ status: 'failed', detail }]);
    });

    it('is foretold by a simulation', async () => {
      const steps = [blank, mail('next')];
      const { body } = await us.post('/automations', { name: 'x', trigger_kind: 'contact_created', steps });
      const contact_id = await us.contact('a@example.net');
      const walk = (await us.post(`/automations/${body.id}/simulate`, { contact_id })).body;
      expect(walk).toMatchObject({
        path: [
          { step: 'hi', outcome: 'failed', detail: BECAUSE },
          { step: 'next', outcome: 'sent' },
        ],
        ended: 'completed',
      });
    });

    it('is not activated where nothing is to be seen of it as it is written', async () => {
      const steps = [mail('hi', { subject: '\u200b ' })];
      const { body } = await us.post('/automations', { name: 'x', trigger_kind: 'contact_created', steps });
      const answer = await us.post(`/automations/${body.id}/activate`);
      expect(answer).toMatchObject({ status: 422, body: { error: 'invalid_steps', path: 'steps[0].subject' } });
    });

    it('keeps none from going on after a pause that was active before it was looked at', async () => {
      const id = await us.active([mail('hi', { subject: 'nothing' }), mail('next')]);
      const saved = (status: string) =>
        server.app.db.transact((trx) =>
          trx
            .updateTable('automations')
            .set((eb) => ({ status, steps: eb.fn<string>('replace', ['steps', eb.val('"nothing"'), eb.val('"\u200b"')]) }))
            .where('id', '=', id)
            .execute(),
        );
      await saved('paused');
      const activate = () => us.post(`/automations/${id}/activate`);
      expect(await activate()).toMatchObject({ status: 200, body: { status: 'active' } });
      await us.contact('a@example.net');
      await us.run();
      expect(await us.newest(id)).toMatchObject({ status: 'completed', error: null });
      expect((await us.messages()).map(({ subject, status }) => `${subject} ${status}`)).toEqual(['\u200b failed', 'Subject next queued']);
      await saved('draft');
      expect(await activate()).toMatchObject({ status: 422, body: { error: 'invalid_steps', path: 'steps[0].subject' } });
    });
  });

  describe('whose body is empty as it is written', () => {
    const activate = async (step: object) => {
      const steps = [{ id: 's', type: 'send_email', ...step }];
      const fields = { name: 'x', trigger_kind: 'contact_created', steps, from_domain_id: tenant.domain.id };
      const { body } = await us.post('/automations', fields);
      return us.post(`/automations/${body.id}/activate`);
    };
    const refused = { status: 422, body: { error: 'invalid_steps', path: 'steps[0].html_body', detail: expect.stringContaining('empty') } };

    it('is not activated', async () => {
      expect(await activate({ subject: 's', text_body: '' })).toMatchObject({ status: 422, body: { path: 'steps[0].text_body' } });
      expect(await activate({ subject: 's', html_body: '' })).toMatchObject(refused);
      expect(await activate({ subject: 's', html_body: ' \n', text_body: '\u200b' })).toMatchObject(refused);
    });

    it('is a mail of its text alone where that is not', async () => {
      await us.active([mail('hi', { html_body: ' {{ attributes.html }}', text_body: 'Hello' })]);
      await us.contact('a@example.net', { attributes: { html: '\n' } });
      await us.contact('b@example.net', { attributes: { html: 'Hello' } });
      await us.run();
      const mails = await Promise.all((await us.messages()).map(async ({ id }: { id: string }) => us.get(`/messages/${id}`)));
      expect(mails.map(({ to, html_body, text_body }) => [to[0], html_body, text_body]).toSorted()).toEqual([
        ['a@example.net', null, 'Hello'],
        ['b@example.net', ' Hello', 'Hello'],
      ]);
    });

    it('is not activated by a template, where that has none either or the step hides it', async () => {
      await us.post('/templates', { alias: 'blank' });
      await us.post('/templates/blank/versions', { subject: 'T', html_body: ' ', activate: true });
      await us.post('/templates', { alias: 'said' });
      await us.post('/templates/said/versions', { subject: 'T', html_body: 'x', activate: true });
      expect(await activate({ template_alias: 'blank' })).toMatchObject(refused);
      expect(await activate({ template_alias: 'said', html_body: '' })).toMatchObject(refused);
      const taken = [{ template_alias: 'blank', text_body: 'x' }, { template_alias: 'said', text_body: '' }, { template_alias: 'said' }];
      for (const step of taken) expect(await activate(step)).toMatchObject({ status: 200 });
    });
  });
});

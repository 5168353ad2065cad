import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { DAY, HOUR, MINUTE, mail, useAutomations, wait } from '../../support/fixtures/automations.ts';

describe.each(engines)('steps that wait on $name', (engine) => {
  const { server, us } = useAutomations(engine);

  describe('wait, wait_until', () => {
    it('pass when their time has come, and not before', async () => {
      const { body: clock } = await server.admin('GET', '/admin/clock');
      const at = clock.now + 2 * DAY;
      const id = await us.active([wait('w', 86_400), { id: 'u', type: 'wait_until', at }, { id: 'v', type: 'wait_until', at }, mail('hi')]);
      await us.contact('a@example.net');
      await us.run();
      const { created_at } = await us.newest(id);
      expect(await us.newest(id)).toMatchObject({ current_step: 'w', next_run_at: created_at + DAY });
      await us.advance(DAY - 1);
      await us.run();
      expect(await us.newest(id)).toMatchObject({ current_step: 'w' });
      await us.advance(1);
      await us.run();
      expect(await us.newest(id)).toMatchObject({ current_step: 'u', next_run_at: at });
      await us.advance(at - (created_at + DAY));
      await us.run();
      expect(await us.subjects()).toEqual(['Subject hi']);
    });

    it('count from when the contact came to them, however late they are worked off', async () => {
      const id = await us.active([wait('w', 60), mail('hi'), wait('x', 60)]);
      await us.contact('a@example.net');
      await us.advance(MINUTE);
      await us.run();
      const { created_at } = await us.newest(id);
      expect(await us.newest(id)).toMatchObject({ current_step: 'x', next_run_at: created_at + 2 * MINUTE });
      await us.advance(HOUR);
      await us.run();
      expect(await us.newest(id)).toMatchObject({ status: 'completed' });
    });

    it('count from when the step before them was done, however late that was', async () => {
      const id = await us.active([wait('w', 60), mail('hi'), wait('x', 60)]);
      await us.contact('a@example.net');
      await us.run();
      await us.advance(HOUR);
      await us.run();
      const { created_at } = await us.newest(id);
      expect(await us.newest(id)).toMatchObject({ current_step: 'x', next_run_at: created_at + HOUR + MINUTE });
    });
  });

  describe('wait_for_event', () => {
    const opened = { id: 'o', type: 'wait_for_event', event: 'open', timeout_seconds: 86_400, then: [mail('yes')], else: [mail('no')] };

    it('goes by its then when the event happens', async () => {
      const id = await us.active([mail('hi'), opened, mail('last')]);
      await us.contact('a@example.net');
      await us.run();
      await us.dispatch();
      expect(await us.newest(id)).toMatchObject({ current_step: 'o' });
      const [{ id: messageId }] = await us.messages();
      await us.happens(messageId, 'click');
      await us.run();
      expect(await us.subjects()).toEqual(['Subject hi']);
      await us.advance(HOUR);
      await us.happens(messageId, 'open');
      await us.run();
      expect(await us.subjects()).toEqual(['Subject hi', 'Subject yes', 'Subject last']);
    });

    it('does not go by what a program opens', async () => {
      const id = await us.active([mail('hi'), opened]);
      await us.contact('a@example.net');
      await us.run();
      await us.dispatch();
      const [{ id: messageId }] = await us.messages();
      await us.happens(messageId, 'open', { prefetch: true });
      await us.run();
      expect(await us.newest(id)).toMatchObject({ current_step: 'o', status: 'active' });
      await us.happens(messageId, 'open', { prefetch: 'no' });
      await us.run();
      expect(await us.subjects()).toEqual(['Subject hi', 'Subject yes']);
    });

    it('goes by its else when its time is up', async () => {
      await us.active([mail('hi'), opened]);
      await us.contact('a@example.net');
      await us.run();
      await us.advance(DAY);
      await us.run();
      expect(await us.subjects()).toEqual(['Subject hi', 'Subject no']);
    });

    it('remembers an event that came before it, and knows the mail that it is about', async () => {
      const steps = [
        mail('first'),
        mail('second'),
        wait('w', 3600),
        { ...opened, id: 'p', step: 'second', then: [mail('wrong')], else: [], timeout_seconds: 60 },
        { ...opened, step: 'first' },
      ];
      const id = await us.active(steps);
      await us.contact('a@example.net');
      await us.run();
      await us.dispatch();
      const messages = await us.messages();
      await us.happens(messages.find(({ subject }) => subject === 'Subject first').id, 'open');
      await us.advance(HOUR);
      await us.run();
      expect(await us.newest(id)).toMatchObject({ current_step: 'p' });
      await us.advance(MINUTE);
      await us.run();
      expect((await us.subjects()).toSorted()).toEqual(['Subject first', 'Subject second', 'Subject yes']);
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { createFixture, type Fixture, gate, type Work } from '../../../tests/support/queue/fixture.ts';
import { labelled, recorder, until } from '../../../tests/support/queue/workers.ts';
import type { Queue } from './queue.ts';

describe.each(engines)('groups of a queue on $name', (engine) => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await createFixture(engine);
  });
  afterEach(() => fixture.close());

  describe('groups', () => {
    /** Blocks jobs of a group until its gate opens, and notes the others. */
    function groupHolder() {
      const opened = gate();
      const held: string[] = [];
      const batches: string[][] = [];
      const work: Work = async (labels) => {
        batches.push([...labels]);
        if (!labels.some((label) => label.startsWith('slow'))) return;
        held.push(...labels);
        await opened.promise;
      };
      return { opened, held, batches, work };
    }
    const named = (name: string, count: number) => labelled(count).map((label) => `${name} ${label}`);
    /** Enqueues jobs with a group of its own for each. */
    const enqueueApart = (queue: Queue, name: string, count: number, priority: number) =>
      fixture.db.transact((trx) =>
        queue.enqueue(
          trx,
          named(name, count).map((label) => ({ queue: 'webhook', payload: { delivery_ids: [label] }, group: label, priority })),
        ),
      );

    it('have at most two jobs under way each, and let the others pass', async () => {
      const { opened, held, batches, work } = groupHolder();
      const { queue } = await fixture.open(work);
      await fixture.enqueue(queue, named('slow', 50), { group: 'slow' });
      await fixture.enqueue(queue, named('quick', 5), { group: 'quick' });
      const drained = queue.drain(['webhook']);
      await until(() => batches.length === 7);
      expect(held).toHaveLength(2);
      expect(batches.flat().filter((label) => label.startsWith('quick'))).toHaveLength(5);
      // Completions reach the queue shortly after the handler returns.
      await until(async () => (await queue.depths()).webhook.active === 2);
      expect((await queue.depths()).webhook).toMatchObject({ waiting: 48, active: 2 });
      opened.resolve();
      expect(await drained).toBe(55);
    });

    it('keep to it over several processes that claim at once', async () => {
      const { opened, held, work } = groupHolder();
      const instances = await Promise.all(Array.from({ length: 4 }, () => fixture.open(work)));
      const [first] = instances;
      if (first === undefined) throw new Error('no instance');
      await fixture.enqueue(first.queue, named('slow', 20), { group: 'slow' });
      for (const { queue } of instances) await queue.start();
      await fixture.pass(until(() => held.length === 2));
      await fixture.passFor(5000);
      expect(held).toHaveLength(2);
      opened.resolve();
      await fixture.pass(until(() => held.length === 20));
      expect(new Set(held).size).toBe(20);
    });

    it('that are held up by hundreds hold nothing but their own places', async () => {
      const { opened, held, batches, work } = groupHolder();
      const { queue } = await fixture.open(work);
      await queue.start();
      for (let group = 0; group < 100; group += 1) await fixture.enqueue(queue, named(`slow ${group}`, 3), { group: `slow ${group}` });
      await fixture.pass(until(() => held.length === 200));
      await fixture.enqueue(queue, ['quick'], { group: 'quick' });
      await fixture.pass(until(() => batches.some(([label]) => label === 'quick')));
      expect(held).toHaveLength(200);
      opened.resolve();
      await queue.drain(['webhook']);
      expect(held).toHaveLength(300);
    });

    it('leave places to those of a higher priority', async () => {
      const { opened, held, batches, work } = groupHolder();
      const { queue } = await fixture.open(work);
      for (let group = 0; group < 200; group += 1) await fixture.enqueue(queue, named('slow', 2), { group: `slow ${group}`, priority: -1 });
      await queue.start();
      await until(() => held.length >= 300);
      // Each is a claim, which would take more.
      for (const quick of named('quick', 5)) {
        await fixture.enqueue(queue, [quick], { group: 'quick' });
        await until(() => batches.some(([label]) => label === quick));
      }
      // A claim takes up to 32.
      expect(held.length).toBeLessThan(332);
      opened.resolve();
      await queue.drain(['webhook']);
      expect(held).toHaveLength(400);
    });

    it('of a low priority get their turn among others, and each such priority its own', async () => {
      const order: string[] = [];
      const { queue } = await fixture.open(async (labels) => void order.push(...labels));
      await enqueueApart(queue, 'prompt', 400, 0);
      await enqueueApart(queue, 'late', 800, -1);
      await enqueueApart(queue, 'last', 1, -2);
      await queue.drain(['webhook']);
      expect(order).toHaveLength(1201);
      expect(order.findIndex((label) => label.startsWith('late'))).toBeLessThan(300);
      expect(order.indexOf('last job 0')).toBeLessThan(700);
    });

    it('of a low priority have equal turns, however far apart their priorities are', async () => {
      const order: string[] = [];
      const { queue } = await fixture.open(async (labels) => void order.push(...labels));
      await enqueueApart(queue, 'prompt', 1500, 0);
      await enqueueApart(queue, 'late', 300, -1);
      await enqueueApart(queue, 'last', 300, -4);
      await queue.drain(['webhook']);
      const among = order.slice(
        0,
        order.findLastIndex((label) => label.startsWith('prompt')),
      );
      for (const name of ['late', 'last']) expect(among.filter((label) => label.startsWith(name)).length).toBeGreaterThan(40);
    });

    it('are found behind any number of jobs of groups that have theirs', async () => {
      const { opened, held, batches, work } = groupHolder();
      const { queue } = await fixture.open(work);
      await fixture.enqueue(queue, named('slow', 700), { group: 'slow' });
      await queue.start();
      await until(() => held.length === 2);
      await fixture.enqueue(queue, named('quick', 3), { group: 'quick', priority: -1 });
      await until(() => batches.length === 5);
      expect(held).toHaveLength(2);
      opened.resolve();
      await queue.halt();
    });

    it('come after others once they are lowered', async () => {
      const order: string[] = [];
      const { queue } = await fixture.open(async (labels) => void order.push(...labels));
      await fixture.enqueue(queue, named('late', 2), { group: 'late' });
      await fixture.enqueue(queue, ['last'], { group: 'later', priority: -2 });
      await fixture.enqueue(queue, named('prompt', 2), { group: 'prompt' });
      await fixture.db.transact((trx) => queue.lower(trx, 'webhook', ['late', 'later'], -1));
      await queue.drain(['webhook']);
      expect(order.map((label) => label.split(' ')[0])).toEqual(['prompt', 'prompt', 'late', 'late', 'last']);
    });

    it('are raised ten at a time, the next first', async () => {
      const priorities: number[] = [];
      const { queue } = await fixture.open(async (_, { jobs }) => void priorities.push(...jobs.map(({ priority }) => priority)));
      await fixture.enqueue(queue, named('mended', 6), { group: 'mended', priority: -3 });
      await fixture.enqueue(queue, named('mended', 6), { group: 'mended', priority: -2 });
      await fixture.enqueue(queue, ['late'], { group: 'late', priority: -2 });
      await fixture.enqueue(queue, ['prompt'], { group: 'mended', priority: 1 });
      await fixture.db.transact((trx) => queue.raise(trx, 'webhook', ['mended', 'unknown'], 0));
      await queue.drain(['webhook']);
      const counts = Map.groupBy(priorities, (priority) => priority);
      expect([1, 0, -2, -3].map((priority) => counts.get(priority)?.length)).toEqual([1, 10, 1, 2]);
    });

    it('give their place to the next job as soon as one is done', async () => {
      const order: string[] = [];
      const { queue } = await fixture.open(async (labels) => void order.push(...labels));
      await queue.start();
      await fixture.enqueue(queue, labelled(6), { group: 'one' });
      await until(() => order.length === 6);
      expect(order.toSorted()).toEqual(labelled(6));
    });

    it('go each job by itself, so that one that fails holds up no other', async () => {
      const { queue } = await fixture.open(async (labels) => {
        if (labels.includes('job 1')) throw new Error('no');
      });
      await fixture.enqueue(queue, labelled(3), { group: 'one' });
      expect(await queue.drain(['webhook'])).toBe(2);
      expect((await queue.depths()).webhook).toMatchObject({ waiting: 1, active: 0 });
    });

    it('are none of the business of jobs without one', async () => {
      const { batches, work } = recorder();
      const { queue } = await fixture.open(work);
      await fixture.db.transact((trx) =>
        queue.enqueue(
          trx,
          labelled(5).map((label) => ({ queue: 'webhook', payload: { delivery_ids: [label] } })),
        ),
      );
      expect(await queue.drain(['webhook'])).toBe(5);
      expect(batches).toHaveLength(5);
    });
  });
});

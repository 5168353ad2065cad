import { Unavailable } from '@posthorn/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type Automations, automationsOf, mail, wait } from '../../support/fixtures/automations.ts';
import { useServer } from '../../support/posthorn.ts';
import { openRunner } from '../../support/processes/automation-runner.ts';

describe.each(engines)('automations that break off on $name', (engine) => {
  let us: Automations;
  // Processes nothing by itself, so that a test decides when.
  const server = useServer(engine, { CLOCK: 'virtual', ROLE: 'api' });
  beforeEach(async () => {
    us = automationsOf(server, await server.mint());
  });

  /** Runs what is due in a process that exits after the statements of a step and before their commit; returns the mail that it reported. */
  async function runBroken(error: Error): Promise<readonly unknown[]> {
    const { db } = server.app;
    const transact: typeof db.transact = (work) =>
      db.transact(async (trx) => {
        await work(trx);
        throw error;
      });
    const runner = await openRunner({ ...server.app, db: { ...db, transact } });
    await expect(runner.sweep()).rejects.toThrow(error);
    await runner.close();
    return runner.accepted;
  }

  it('a step that was broken off before its commit is done once', async () => {
    const id = await us.active([mail('hi'), wait('w', 60)]);
    await us.contact('a@example.net');
    expect(await runBroken(new Unavailable(new Error('killed')))).toEqual([]);
    expect(await us.messages()).toEqual([]);
    expect(await us.enrollments(id)).toMatchObject([{ status: 'active', current_step: 'hi', error: null }]);
    await us.run();
    await us.run();
    expect((await us.messages()).map(({ subject }) => subject)).toEqual(['Subject hi']);
    expect(await us.enrollments(id)).toMatchObject([{ status: 'active', current_step: 'w' }]);
  });

  it('an automation that cannot be read holds up no other one', async () => {
    const broken = await us.active([mail('never')]);
    const id = await us.active([mail('hi')]);
    await us.contact('a@example.net');
    const steps = JSON.stringify([{ id: 'never', type: 'of a later release' }]);
    await server.app.db.write.updateTable('automations').set({ steps }).where('id', '=', broken).execute();
    await us.run();
    expect((await us.messages()).map(({ automation_id }) => automation_id)).toEqual([id]);
    expect(await us.enrollments(broken)).toMatchObject([{ status: 'active', current_step: 'never' }]);
  });

  it('archiving that was broken off is ended by the next clean-up', async () => {
    const id = await us.active([wait('w', 60)]);
    await us.contact('a@example.net');
    const left = server.app.db.write.updateTable('automations').set({ status: 'archived' }).where('id', '=', id);
    await left.execute();
    await us.run();
    expect(await us.enrollments(id)).toMatchObject([{ status: 'active', current_step: 'w' }]);
    await server.run('cleanup');
    expect(await us.enrollments(id)).toMatchObject([{ status: 'cancelled', exit_reason: 'archived' }]);
    expect((await us.automation(id)).enrollment_counts).toMatchObject({ active: 0, cancelled: 1 });
  });

  it('deleting that was broken off is ended by the next clean-up', async () => {
    const id = await us.active([wait('w', 60)]);
    await us.contact('a@example.net');
    await server.app.db.write.updateTable('automations').set({ tenant_id: '', status: 'archived' }).where('id', '=', id).execute();
    await server.run('cleanup');
    const rows = (table: 'automations' | 'automation_enrollments', column: 'id' | 'automation_id') =>
      server.app.db.read
        .selectFrom(table)
        .select('id')
        .where(column as 'id', '=', id)
        .execute();
    expect([await rows('automations', 'id'), await rows('automation_enrollments', 'automation_id')]).toEqual([[], []]);
  });
});

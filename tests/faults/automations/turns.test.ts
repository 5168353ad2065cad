import { describe, expect, it } from 'vitest';
import type { Templates } from '../../../server/src/templates/index.ts';
import { engines } from '../../support/engines.ts';
import { automationsOf, mail } from '../../support/fixtures/automations.ts';
import { useServer } from '../../support/posthorn.ts';
import { openRunner } from '../../support/processes/automation-runner.ts';

const MANY = 100;
/** What texts that are never done have of the time of a thread before they are cut off, together. */
const RUN_MS = 200;
/** Ten are rendered together, each in a run that it is the first of. */
const TWO_GROUPS = 2 * 10 * RUN_MS;

describe.each(engines)('an automation whose texts take all their time on $name', (engine) => {
  const server = useServer(engine, { CLOCK: 'virtual', ROLE: 'api' });

  it('leaves the others their turns, and loses nobody', async () => {
    const [slow, quick] = [await server.mint(), await server.mint()];
    const [they, we] = [automationsOf(server, slow), automationsOf(server, quick)];
    const audience = await they.audience();
    const slowId = await they.active([mail('slow')], { trigger_kind: 'audience_added', trigger_config: { audience_id: audience } });
    const quickId = await we.active([mail('one'), mail('two')]);
    const contacts = Array.from({ length: MANY }, (_, place) => ({ email: `c${place}@example.net` }));
    const { body } = await they.post('/contacts/batch', { contacts });
    await they.post(`/audiences/${audience}/members/bulk`, { contact_ids: body.data.map((one: { id: string }) => one.id) });
    await we.contact('a@example.net');

    let now = 0;
    const runs: { tenantId: string; took: number }[] = [];
    const run: Templates['pool']['run'] = async (tenantId, tasks) => {
      const took = tenantId === slow.id ? RUN_MS : 0;
      runs.push({ tenantId, took });
      now += took;
      return tasks.map(() =>
        tenantId === slow.id
          ? { kind: 'aborted', detail: 'It took too long.' }
          : {
              kind: 'rendered',
              subject: 'S',
              html: null,
              text: 'T',
              missing: [],
              missingIn: { subject: [], html: [], text: [] },
              blankInSubject: [],
            },
      );
    };
    const runner = await openRunner(server.app, { run, monotonic: () => now });
    await runner.sweep();
    await runner.close();

    const before = runs.slice(
      0,
      runs.findLastIndex(({ tenantId }) => tenantId === quick.id),
    );
    expect(before.reduce((sum, { took }) => sum + took, 0)).toBeLessThanOrEqual(TWO_GROUPS);
    expect((await we.automation(quickId)).enrollment_counts.completed).toBe(1);
    const tried = await they.enrollments(slowId);
    expect(tried).toHaveLength(MANY);
    expect(new Set(tried.map(({ status, error }) => `${status} ${error}`))).toEqual(new Set(['active It took too long.']));
    const tries = server.app.db.read.selectFrom('automation_enrollments').select('tries').where('automation_id', '=', slowId);
    expect(new Set((await tries.execute()).map((row) => row.tries))).toEqual(new Set([1]));
  });
});

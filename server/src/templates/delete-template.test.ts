import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import type { AppContext } from '../app-context.ts';
import { findStored, noteStorage } from '../storage/store.ts';
import { deleteTemplate, purgeDisowned } from './delete-template.ts';
import { findTemplate, insertTemplate } from './store.ts';
import { insertVersion } from './version-store.ts';

/** More than go in one page. */
const VERSIONS = 40;

describe.each(engines)('a template that is deleted, on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let app: AppContext;
  beforeAll(async () => {
    app = tenancy.app;
  });

  /** A template of a tenant of its own. */
  async function make(): Promise<string> {
    const tenantId = await tenancy.tenant();
    const at = app.clock.now();
    const shell = { id: app.newId('tpl', at), alias: 'a', name: null, activeVersion: null, createdAt: at, updatedAt: at };
    await app.db.transact(async (trx) => {
      await insertTemplate(trx, tenantId, shell);
      for (let version = 1; version <= VERSIONS; version += 1) {
        const source = { id: app.newId('tpv', at), version, subject: 'x', html: null, text: null, createdAt: at };
        await insertVersion(trx, { tenantId, templateId: shell.id }, source);
      }
      await noteStorage(trx, [{ tenantId, kind: 'kept', bytes: VERSIONS }]);
    });
    return tenantId;
  }

  /** The service as it is for whoever is killed after so many transactions. */
  function killedAfter(transactions: number): AppContext {
    let left = transactions;
    const transact: AppContext['db']['transact'] = async (work) => {
      left -= 1;
      if (left < 0) throw new Error('The process was killed.');
      return app.db.transact(work);
    };
    return { ...app, db: { ...app.db, transact } };
  }

  it('is gone at once, and leaves nothing however far its deletion came', async () => {
    const ended: boolean[] = [];
    const gone: boolean[] = [];
    for (let transactions = 1; ended.at(-1) !== true; transactions += 1) {
      const tenantId = await make();
      const deleted = deleteTemplate(killedAfter(transactions), tenantId, 'a');
      ended.push(await deleted.then(() => true).catch(() => false));
      gone.push((await findTemplate(app.db.read, tenantId, 'a')) === undefined);
      await purgeDisowned(app);
      const versions = app.db.read.selectFrom('template_versions').select('id').where('tenant_id', '=', tenantId);
      expect([await versions.execute(), await findStored(app.db.read, tenantId, 'kept')]).toEqual([[], 0]);
    }
    expect(ended.length).toBeGreaterThan(3);
    expect(gone).toEqual(gone.map(() => true));
    expect(await app.db.read.selectFrom('templates').select('id').execute()).toEqual([]);
  });
});

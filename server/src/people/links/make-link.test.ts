import { describe, expect, it } from 'vitest';
import { beginAmid } from '../../../../tests/support/database/amid.ts';
import { engines } from '../../../../tests/support/engines.ts';
import { useTenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import type { AppContext } from '../../app-context.ts';
import { sha256 } from '../../core/crypto/hash.ts';
import { type MadeLink, makeLink, type NewLink } from './make-link.ts';
import { findLink } from './store.ts';

describe.each(engines)('links that are made at once on $name', (engine) => {
  const tenancy = useTenancy(engine);

  /** Creates a link, and another one before the first is committed. */
  async function makeTwo(link: NewLink): Promise<readonly [MadeLink, MadeLink | undefined]> {
    const { app } = tenancy;
    let second: Promise<MadeLink> | undefined;
    const during: AppContext = {
      ...app,
      db: {
        ...app.db,
        transact: (work) =>
          app.db.transact(async (trx) => {
            const made = await work(trx);
            second = (await beginAmid(app.db, trx, () => makeLink(app, link))).begun;
            return made;
          }),
      },
    };
    return [await makeLink(during, link), await second];
  }

  it.each(['invitation', 'recovery', 'reset'] as const)('have one of them work: %s', async (kind) => {
    const { app } = tenancy;
    const place = kind === 'invitation' ? { tenantId: await tenancy.tenant(), role: 'owner' as const } : {};
    const made = await makeTwo({ kind, email: `${kind}@example.net`, ...place });
    const found = made.map((link) => findLink(app.db.read, { hash: sha256(link?.token ?? ''), now: app.clock.now() }));
    expect(await Promise.all(found)).toEqual([undefined, made[1]?.link]);
  });
});

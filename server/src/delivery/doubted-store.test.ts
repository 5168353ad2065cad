import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../tests/support/database/partitions.ts';
import { engines } from '../../../tests/support/engines.ts';
import { createMigrator } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { countDoubted } from './doubted-store.ts';

const BEFORE = '0042-room-for-claims';
const AT = 1_700_000_000_000;
const COLUMNS = sql.raw('id, tenant_id, message_id, attempt, started_at, ended_at, outcome');

describe.each(engines)('attempts in doubt on $name', (engine) => {
  it('are counted that a version before has recorded', async () => {
    const database = await engine.createEmpty();
    const db = await openDatabase(database.url);
    expect((await createMigrator(db.maintenance).migrateTo(BEFORE)).error).toBeUndefined();
    for (const [place, outcome] of ['in_doubt', 'accepted', 'in_doubt'].entries()) {
      const at = AT + place;
      await sql`insert into delivery_attempts (${COLUMNS})
        values (${newId('att', at)}, 't', 'm', 1, ${at}, ${at}, ${outcome})`.execute(db.write);
    }
    expect((await createMigrator(db.maintenance).migrateToLatest()).error).toBeUndefined();
    expect([await countDoubted(db.read, AT), await countDoubted(db.read, AT + 1)]).toEqual([2, 1]);
    await db.close();
    await database.drop();
  });
});

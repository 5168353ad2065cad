// Writes what a revision leaves behind into left/: `node tests/packages/previous/write.ts v0.3.0`. It needs sqlite3 and pg_dump.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../support/database/postgres.ts';
import { leaveByRelease, writeLeft } from './left.ts';
import { checkOut } from './release.ts';

const [revision] = process.argv.slice(2);
if (revision === undefined) throw new Error('which revision?');
const release = await checkOut(revision);
const folder = mkdtempSync(join(tmpdir(), 'posthorn-left-'));
writeLeft('sqlite', await leaveByRelease('sqlite', `sqlite:${join(folder, 'posthorn.db')}`, release));
rmSync(folder, { recursive: true });
const postgres = await startPostgres();
writeLeft('postgres', await leaveByRelease('postgres', postgres.url, release));
await postgres.stop();
release.remove();
// Connections of the calls are kept open for a while.
process.exit(0);

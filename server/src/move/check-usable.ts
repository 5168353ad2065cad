import { ConfigError } from '../config/config-error.ts';
import type { Db } from '../db/db.ts';
import { examineDatabase } from '../db/moving/whole-tables.ts';
import { SETTING } from './target-fault.ts';

const refusal = (detail: string, mend: string) => new ConfigError(`${SETTING}: ${detail}; ${mend}`);

/** Throws ConfigError where the user may not make tables in a database, or not all text can be written; changes nothing. */
export async function checkUsable({ read }: Db): Promise<void> {
  const { user, encoding, isReadOnly, mayMake, ownsTables } = await examineDatabase(read);
  if (isReadOnly) throw refusal('the database takes no writes', 'name one that is neither a standby nor set to read only');
  if (encoding !== 'UTF8') throw refusal(`the database has the encoding ${encoding}`, 'make one with UTF8');
  if (!mayMake) throw refusal(`${user} may not make tables and schemas there`, `make ${user} the owner of the database`);
  if (!ownsTables) throw refusal(`its tables are not ${user}'s`, `name an empty database that ${user} owns`);
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asNobody } from '../../../tests/support/as-nobody.ts';
import { useFolder } from '../../../tests/support/folder.ts';
import { readConfig } from '../config/config.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { findSecretKeys } from './find-secret-keys.ts';

describe('the key file beside a SQLite database', () => {
  const folder = useFolder();

  it("is said to be another user's where this one may not read it", async () => {
    const config = readConfig({ DATABASE_URL: `sqlite:${join(folder, 'posthorn.db')}` });
    writeFileSync(join(folder, 'posthorn.db.key'), 'k'.repeat(40), { mode: 0o000 });
    const find = async () => findSecretKeys(config, createSystemRandom());
    await asNobody(folder, () =>
      expect(find()).rejects.toThrow(
        /^DATABASE_URL: .+posthorn\.db\.key cannot be used: EACCES: .+; see that this user may write .+ its folder/,
      ),
    );
  });
});

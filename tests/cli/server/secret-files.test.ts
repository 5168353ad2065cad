import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { useFolder } from '../../support/folder.ts';
import { posthorn } from '../../support/processes/command-line.ts';
import { spawnServer } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../../support/server.ts';

describe.each(engines)('secrets in files on $name', (engine) => {
  const folder = useFolder();
  const file = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, `${content}\n`, { mode: 0o600 });
    return path;
  };

  it('are read by the service and by the command line, and are in no environment', async () => {
    const database = await engine.create();
    const server = await spawnServer({
      OPERATOR_TOKEN: '',
      SECRET_KEY: '',
      DATABASE_URL_FILE: file('database', database.url),
      OPERATOR_TOKEN_FILE: file('token', OPERATOR_TOKEN),
      SECRET_KEY_FILE: file('key', 'k'.repeat(32)),
      PROVIDER_URL_FILE: file('provider', 'capture:'),
    });
    const tenant = await mintTenant(server.url, caller(server.url, OPERATOR_TOKEN));
    const environment = {
      POSTHORN_URL: server.url,
      OPERATOR_TOKEN_FILE: join(folder, 'token'),
      POSTHORN_API_KEY_FILE: file('tenant', tenant.key),
    };
    expect(await posthorn(['tenants', 'list', '--json'], { environment })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(tenant.id),
    });
    expect(await posthorn(['messages', 'list'], { environment })).toMatchObject({ code: 0, stderr: 'nothing found\n' });
    await server.end('SIGTERM');
    await database.drop();
  });

  it('that are missing end the service and the command line with 2, and name the file', async () => {
    const missing = join(folder, 'missing');
    const serve = await posthorn(['serve'], { environment: { OPERATOR_TOKEN_FILE: missing } });
    expect(serve).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `posthorn: OPERATOR_TOKEN_FILE: ${missing} cannot be read as text: ENOENT\n`,
    });
    const list = await posthorn(['messages', 'list'], { environment: { POSTHORN_API_KEY_FILE: missing } });
    expect(list).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(missing) });
  });
});

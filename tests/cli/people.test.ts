import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { signUp } from '../support/fixtures/people.ts';
import { useServer } from '../support/posthorn.ts';
import { commandLine } from '../support/processes/command-line.ts';

const NOWHERE = 'belongs to no tenant';

describe.each(engines)('posthorn people on $name', (engine) => {
  const server = useServer(engine);
  const cli = commandLine(server);

  it('says that an invitation gives nothing, unless it does, or is the way back in', async () => {
    const { id } = await server.mint();
    const { email } = await signUp(server);
    const invite = async (...words: string[]) => (await cli.run(['people', 'invite', ...words])).stderr;
    expect(await invite('new@example.com')).toContain(NOWHERE);
    expect(await invite('new@example.com', '--operator')).not.toContain(NOWHERE);
    expect(await invite('new@example.com', '--role', 'viewer', '--tenant', id)).not.toContain(NOWHERE);
    expect(await invite(email)).not.toContain(NOWHERE);
  });
});

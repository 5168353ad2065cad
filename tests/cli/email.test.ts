import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines, sqlite } from '../support/engines.ts';
import { useFolder } from '../support/folder.ts';
import { BY_HAND, useServer, useTenant } from '../support/posthorn.ts';
import { commandLine, posthorn } from '../support/processes/command-line.ts';
import { startTestServer } from '../support/server.ts';

describe.each(engines)('on $name', (engine) => {
  const folder = useFolder();
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  const cli = commandLine(server, tenant);

  describe('posthorn email', () => {
    it('sends what the flags and files say', async () => {
      const invoice = join(folder, 'invoice.pdf');
      const page = join(folder, 'page.html');
      writeFileSync(invoice, '%PDF');
      writeFileSync(page, '<p>Hello</p>');
      const addresses = ['--from', tenant.from, '--to', 'a@example.net', '--to', 'b@example.net', '--cc', 'c@example.net'];
      const more = ['--header', 'X-Kind=test=1', '--tag', 'campaign=spring', '--attach', invoice];
      const sent = await cli.json('email', 'send', ...addresses, '--subject', 'Hello', '--html-file', page, ...more);
      expect(sent).toMatchObject({ status: 'queued' });
      expect(await cli.json('messages', 'get', sent.message_id)).toMatchObject({
        to: ['a@example.net', 'b@example.net'],
        cc: ['c@example.net'],
        html_body: '<p>Hello</p>',
        headers: { 'X-Kind': 'test=1' },
        tags: { campaign: 'spring' },
        attachments: [{ filename: 'invoice.pdf', content_type: 'application/pdf', size: 4 }],
      });
      expect(await cli.lines('messages', 'list', '--tag', 'campaign=spring')).toMatchObject([{ id: sent.message_id }]);
      expect(await cli.lines('messages', 'list', '--tag', 'campaign=autumn')).toEqual([]);
    });

    it('reads the text from stdin, and the sender from POSTHORN_FROM', async () => {
      const args = ['email', 'send', '--to', 'delivered@posthorn.test', '--subject', 'Piped', '--test', '--idempotency-key', 'once'];
      const options = { input: 'from a pipe\n', environment: { POSTHORN_FROM: tenant.from } };
      const first = await cli.run(args, options);
      expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sent msg_\w+\n$/) });
      expect((await cli.run(args, options)).stdout).toBe(first.stdout);
      const [, id = ''] = first.stdout.trim().split(' ');
      const shown = await cli.said('messages', 'get', id);
      expect(shown).toMatch(/^text_body\n {2}from a pipe$/m);
      expect(shown).toMatch(/^EVENT +AT +RECIPIENTS +DATA\nsent /m);
    });

    it.each(['--text', '--html'])('takes a dash after %s for no body', async (option) => {
      const args = ['email', 'send', '--from', tenant.from, '--to', 'a@example.net', '--subject', 'Piped', option, '-'];
      const stderr = expect.stringContaining(`${option}-file - reads stdin`);
      expect(await cli.run(args, { input: 'from a pipe\n' })).toMatchObject({ code: 2, stdout: '', stderr });
    });

    it('schedules, moves and cancels', async () => {
      const flags = ['--from', tenant.from, '--to', 'a@example.net', '--subject', 'Later', '--text', 'Hi', '--at', '2060-01-31T09:00:00Z'];
      const { message_id: id, scheduled_at: at } = await cli.json('email', 'send', ...flags);
      expect(at).toBe(Date.parse('2060-01-31T09:00:00Z'));
      expect(await cli.json('email', 'reschedule', id, '2061-01-31T09:00:00Z')).toMatchObject({
        scheduled_at: Date.parse('2061-01-31T09:00:00Z'),
      });
      expect(await cli.said('email', 'cancel', id)).toBe(`cancelled ${id}\n`);
    });

    it('says what the service refuses, with the code and its fields', async () => {
      const flags = ['--from', 'a@elsewhere.example', '--to', 'a@example.net', '--subject', 'No', '--text', 'Hi'];
      const { code, stdout, stderr } = await cli.run(['email', 'send', ...flags]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^posthorn: 422 from_domain_not_verified: .* from=a@elsewhere\.example request_id=\S+\n$/);
    });

    it('says of one command what is wrong with it', async () => {
      const faults: [string[], string][] = [
        [['email', 'send', '--to', 'a@example.net', '--text', 'Hi'], 'no sender'],
        ...['soon', 'tomorrow 9', 'in 5', '5', '20300131', '2030-02-31', '2030-13-01', '2030-01-31 (x)', '9'.repeat(310)].map(
          (at): [string[], string] => [
            ['email', 'send', '--from', tenant.from, '--to', 'a@example.net', '--at', at],
            'Must be a time such as',
          ],
        ),
        [['email', 'send', '--from', tenant.from, '--to', 'a@example.net', '--idempotency-key', 'k€1'], 'Must be 1 to 256 visible ASCII'],
        [['email', 'send', '--from', tenant.from, '--to', 'a@example.net', '--attach', join(folder, 'gone.pdf')], 'ENOENT'],
        [['email', 'send', '--from', tenant.from], "required option '--to <address>' not specified"],
        [['email', 'send', '--from', tenant.from, '--to', 'a@example.net', '--template', 'x', '--model', '[1]'], 'not a JSON object'],
        [['messages', 'list', '--limit', '0'], 'Must be at least 1.'],
      ];
      for (const [args, fault] of faults)
        expect(await cli.run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(fault) });
    });
  });
});

describe('posthorn without a service', () => {
  it('says why it was not reached', async () => {
    const gone = await startTestServer(sqlite);
    await gone.stop();
    const environment = { POSTHORN_URL: gone.url, POSTHORN_API_KEY: 'key', OPERATOR_TOKEN: 'token' };
    const reached = {
      ...{ code: 1, stdout: '' },
      stderr: `posthorn: the service at ${gone.url} could not be reached (ECONNREFUSED); check that the service is running, and --url or POSTHORN_URL\n`,
    };
    expect(await posthorn(['usage'], { environment })).toEqual(reached);
    expect(await posthorn(['jobs', 'stats'], { environment })).toEqual(reached);
  });

  it('wants a key and an address that can be used', async () => {
    const unset = 'POSTHORN_API_KEY is not set: export it (after npm start: set -a; . data/demo.env; set +a)';
    expect(await posthorn(['usage'])).toEqual({ code: 2, stdout: '', stderr: `posthorn: ${unset}\n` });
    // As a shell reads it from a file with the line ends of Windows.
    const cut = await posthorn(['usage'], { environment: { POSTHORN_API_KEY: 'ek_key\r' } });
    expect(cut).toMatchObject({ code: 2, stderr: 'posthorn: POSTHORN_API_KEY has a space, a line end or a character that no key has\n' });
    const { code, stderr } = await posthorn(['usage', '--url', 'ftp://x'], { environment: { POSTHORN_API_KEY: 'key' } });
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'posthorn: not an http or https URL: ftp://x (--url, or POSTHORN_URL)\n' });
  });
});

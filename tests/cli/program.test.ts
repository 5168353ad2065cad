import { spawnSync } from 'node:child_process';
import { contract } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import manifest from '../../cli/package.json' with { type: 'json' };
import { createProgram } from '../../cli/src/program.ts';
import { VERB_EXAMPLES } from '../../cli/src/verb-examples.ts';
import { startService } from '../sdk/service.ts';
import { posthorn } from '../support/processes/command-line.ts';
import { CLI } from '../support/processes/process.ts';

describe('posthorn', () => {
  it('says the version of its package in one line', async () => {
    expect(await posthorn(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('lists its commands', async () => {
    const { code, stdout } = await posthorn(['--help']);
    expect(code).toBe(0);
    for (const command of ['start', 'serve', 'worker', 'migrate']) expect(stdout).toMatch(new RegExp(`^ +${command} `, 'm'));
  });

  it('refuses what it does not know, and leaves stdout alone', async () => {
    expect(await posthorn(['fly'])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("unknown command 'fly'") });
    expect(await posthorn(['serve', '--fly'])).toMatchObject({ code: 2, stdout: '' });
  });

  describe('--json', () => {
    const environment = { POSTHORN_API_KEY: 'key', POSTHORN_URL: 'http://127.0.0.1:9' };
    const failed = async (...args: string[]) => {
      const { code, stdout, stderr } = await posthorn([...args, '--json'], { environment });
      expect(stdout).toBe('');
      return { code, said: JSON.parse(stderr) };
    };

    it('says what is wrong as one document on stderr, in the form of the errors of the service', async () => {
      const usage = (detail: string) => ({ code: 2, said: { error: 'usage', detail: expect.stringContaining(detail) } });
      expect(await failed('fly')).toEqual(usage("unknown command 'fly'"));
      expect(await failed('messages', 'get', '')).toEqual(usage('<id> is empty'));
      expect(await failed('email', 'send', '--from', 'a@b.cc')).toEqual(usage('required option'));
      expect(await failed('messages', 'list', '--limit', '0')).toEqual(usage('Must be at least 1.'));
      expect(await failed('contacts', 'import', '/none.csv')).toEqual(usage('ENOENT'));
      const away = { error: 'no_connection', detail: expect.stringContaining('127.0.0.1:9') };
      expect(await failed('messages', 'list')).toEqual({ code: 1, said: away });
    });

    it('hands on what the service answers, with its status', async () => {
      const body = { error: 'message_not_cancellable', detail: 'Too late.', status: 'sent' };
      const service = await startService({ status: 422, body });
      const { code, stdout, stderr } = await posthorn(['email', 'cancel', 'msg_1', '--json'], {
        environment: { ...environment, POSTHORN_URL: service.baseUrl },
      });
      expect({ code, stdout, said: JSON.parse(stderr) }).toEqual({
        code: 1,
        stdout: '',
        said: { ...body, status_code: 422, request_id: 'req_1' },
      });
    });

    it('leaves help as it is', async () => {
      expect(await posthorn(['--help', '--json'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: /), stderr: '' });
    });
  });

  it('describes each command, and shows how each noun is used', () => {
    const nouns = createProgram().commands.filter(({ commands }) => commands.length > 0);
    expect(nouns.length).toBeGreaterThan(5);
    for (const noun of nouns) {
      for (const { description } of [noun, ...noun.commands].map((command) => ({ description: command.description() })))
        expect(description).toMatch(/\.$/);
      let help = '';
      noun
        .configureOutput({
          writeOut: (text) => {
            help += text;
          },
        })
        .outputHelp();
      expect(help).toMatch(new RegExp(`Examples:\n  \\$ posthorn ${noun.name()} `));
    }
  });

  it('shows an example of each command, which uses it as it is declared', () => {
    const leaves = createProgram().commands.flatMap((noun) =>
      noun.commands.length > 0
        ? noun.commands.map((verb) => ({ command: verb, path: `${noun.name()} ${verb.name()}` }))
        : [{ command: noun, path: noun.name() }],
    );
    expect(leaves.length).toBeGreaterThan(100);
    for (const { command, path } of leaves) {
      let help = '';
      command.configureOutput({
        writeOut: (text) => {
          help += text;
        },
      });
      command.outputHelp();
      const shown = help.split('\n').filter((line) => line.startsWith(`  $ posthorn ${path}`));
      expect([path, shown.length > 0]).toEqual([path, true]);
      const declared = command.options.flatMap(({ long }) => long ?? []);
      const used = shown.flatMap((line) => line.match(/(?<= )--[a-z-]+/g) ?? []);
      expect([path, used.filter((option) => !declared.includes(option) && option !== '--json')]).toEqual([path, []]);
    }
    const paths = new Set(leaves.map(({ path }) => path));
    const shown = Object.entries(VERB_EXAMPLES).flatMap(([noun, verbs]) => Object.keys(verbs).map((verb) => `${noun} ${verb}`.trim()));
    expect(shown.filter((path) => !paths.has(path))).toEqual([]);
  });

  it('helps with commands of any depth', async () => {
    expect(await posthorn(['help', 'email', 'send'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Usage: posthorn email send /),
    });
    expect(await posthorn(['help'])).toMatchObject({ code: 0, stdout: (await posthorn(['--help'])).stdout });
    expect(await posthorn(['help', 'email', 'fly'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'posthorn: no such command: fly (posthorn help lists them)\n',
    });
  });

  it.each([
    ['broadcasts create', contract.broadcasts.create],
    ['broadcasts update', contract.broadcasts.update],
    ['automations create', contract.automations.create],
    ['automations update', contract.automations.update],
  ])('names every field of what %s takes as JSON', async (command, { body }) => {
    const { stdout } = await posthorn([...command.split(' '), '--help']);
    const fields = stdout.slice(stdout.indexOf('\nFields:\n'));
    for (const name of Object.keys(body.shape)) expect(fields).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
  });

  it('says how steps and filters are written', async () => {
    const steps = (await posthorn(['automations', 'create', '--help'])).stdout;
    expect(steps).toMatch(/^WaitForEventStep: .+(\n {2}.+)*\n {2}event +delivery or open or click or bounce, required\./m);
    for (const verb of ['create', 'update', 'preview']) {
      const filters = (await posthorn(['segments', verb, '--help'])).stdout;
      expect(filters).toMatch(/^StatusCondition: .+\n {2}field +status, required\..+\n {2}op +eq or neq, required\./m);
      expect(filters).toMatch(/^StatusListCondition: .+\n {2}field +status, required\..+\n {2}op +in or not_in, required\./m);
    }
  });

  it.each([
    [['messages', 'get', ''], 'posthorn: <id> is empty\n'],
    [['audiences', 'add', 'aud_1', 'con_1', ''], 'posthorn: <contacts> is empty\n'],
    [['domains', 'delete', '..'], 'posthorn: <domain> is nothing but dots\n'],
    [['keys', 'list', '--tenant', ''], 'posthorn: --tenant is empty\n'],
    [['captured', 'list', '--tenant', ''], 'posthorn: --tenant is empty\n'],
    [['jobs', 'failed', '--tenant='], 'posthorn: --tenant is empty\n'],
    [['messages', 'search', '--from', ''], 'posthorn: --from is empty\n'],
    [['email', 'send', '--to', 'a@example.net', '--cc', '', '--text', ''], 'posthorn: --cc is empty\n'],
    [['keys', 'list', '--tenant', '..'], 'posthorn: an id is empty or made of dots: /admin/tenants/../api-keys\n'],
    [['domains', 'verify', 'dom_1', '--watch', '--every', '0'], expect.stringContaining('Must be at least 1.')],
  ])('asks nothing where an argument cannot be meant: %j', async (args, stderr) => {
    const environment = { POSTHORN_API_KEY: 'key', OPERATOR_TOKEN: 'token', POSTHORN_URL: 'http://127.0.0.1:9' };
    expect(await posthorn(args, { environment })).toEqual({ code: 2, stdout: '', stderr });
  });

  it('ends quietly when its reader has had enough', () => {
    const { stderr, stdout } = spawnSync('bash', ['-c', `"$0" "$1" help | head -c 1; echo " \${PIPESTATUS[0]}"`, process.execPath, CLI], {
      encoding: 'utf8',
    });
    expect({ stderr, stdout }).toEqual({ stderr: '', stdout: 'U 0\n' });
  });

  it('shows the options of all commands in the help of each', async () => {
    const { code, stdout } = await posthorn(['domains', 'verify', '--help']);
    expect(code).toBe(0);
    for (const option of ['--watch', '--json', '--url <url>']) expect(stdout).toContain(option);
  });
});

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { PASSWORD, SAME_ORIGIN, tokenOf } from '../support/fixtures/people.ts';
import { startSmtpSink } from '../support/mail/smtp-sink.ts';
import { CLI, inherited, spawnServer } from '../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../support/server.ts';
import { eventually } from '../support/wait.ts';

describe.each(engines)('SIGTERM on $name', (engine) => {
  it('lets the mail under way end, gives back the rest, and exits 0', async () => {
    const database = await engine.create();
    const held = Promise.withResolvers<void>();
    const arrival = Promise.withResolvers<void>();
    const sink = await startSmtpSink({
      onData: async () => {
        arrival.resolve();
        await held.promise;
        return '250 OK' as const;
      },
    });
    const first = await spawnServer({ DATABASE_URL: database.url, PROVIDER_URL: `${sink.url}?pool=1` });
    const tenant = await mintTenant(first.url, caller(first.url, OPERATOR_TOKEN));
    const sends = Array.from({ length: 5 }, (_, n) =>
      tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: `n${n}`, text_body: 'x' } }),
    );
    expect((await Promise.all(sends)).every(({ status }) => status === 202)).toBe(true);
    await arrival.promise;
    const ended = first.end('SIGTERM');
    const refused = () =>
      fetch(`${first.url}/health`).then(
        () => undefined,
        () => true,
      );
    await eventually(refused);
    // Once more, as it comes from npm where the whole group of processes is told to end.
    void first.end('SIGTERM');
    held.resolve();
    expect(await ended).toBe(0);

    const second = await spawnServer({ DATABASE_URL: database.url, PROVIDER_URL: sink.url });
    await sink.waitFor(5);
    expect(await second.end('SIGTERM')).toBe(0);
    expect(new Set(sink.mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1])).size).toBe(5);
    expect(sink.mails).toHaveLength(5);
    await sink.close();
    await database.drop();
  });
});

describe('posthorn start', () => {
  it('prints a request that works when it is pasted, and goes on with the same key', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'posthorn-start-'));
    const start = async (given: Readonly<Record<string, string>> = {}) => {
      const child = spawn(process.execPath, [CLI, 'start'], { cwd, env: { ...inherited, PORT: '0', LOG_LEVEL: 'silent', ...given } });
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      let text = '';
      for await (const chunk of child.stdout) {
        text += String(chunk);
        if (text.includes('demo.env')) break;
      }
      const end = () => {
        child.kill('SIGTERM');
        return ended;
      };
      return { text, end };
    };
    const first = await start();
    const curl = /^curl -X POST .*$/m.exec(first.text)?.[0] ?? '';
    const answer = await new Promise<string>((resolve) => {
      const child = spawn('sh', ['-c', curl], { stdio: ['ignore', 'pipe', 'ignore'] });
      child.stdout.on('data', (data) => resolve(String(data)));
    });
    expect(JSON.parse(answer)).toMatchObject({ status: 'queued' });
    const file = join(cwd, 'data/demo.env');
    const mailbox = new URL(/^http.*\/mailbox#token=.*$/m.exec(first.text)?.[0] ?? '');
    expect((await fetch(mailbox)).status).toBe(200);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const read = () =>
      Object.fromEntries(
        readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split('=')),
      );
    const variables = read();
    expect(decodeURIComponent(mailbox.hash)).toBe(`#token=${variables.OPERATOR_TOKEN}`);
    expect(Object.keys(variables).sort()).toEqual([
      'OPERATOR_TOKEN',
      'POSTHORN_API_KEY',
      'POSTHORN_FROM',
      'POSTHORN_TENANT_ID',
      'POSTHORN_URL',
    ]);
    const link = new URL(/^http.*\/console\/link#token=.*$/m.exec(first.text)?.[0] ?? '');
    const accepted = await fetch(new URL('/account/links/accept', link), {
      method: 'POST',
      headers: SAME_ORIGIN,
      body: JSON.stringify({ token: tokenOf(link.href), password: PASSWORD }),
    });
    expect(await accepted.json()).toMatchObject({
      operator: true,
      memberships: [{ tenant_id: variables.POSTHORN_TENANT_ID, tenant_name: 'demo', role: 'owner', suspended: false }],
    });
    expect(await first.end()).toBe(0);

    // As in a container: where it listens is no address to go to.
    const second = await start({ HOST: '0.0.0.0' });
    expect(read().POSTHORN_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(second.text).not.toContain('/console/link');
    expect(read()).toMatchObject({ POSTHORN_API_KEY: variables.POSTHORN_API_KEY, OPERATOR_TOKEN: variables.OPERATOR_TOKEN });
    expect(await second.end()).toBe(0);

    rmSync(file);
    const third = await start();
    expect(read()).toMatchObject({ POSTHORN_TENANT_ID: variables.POSTHORN_TENANT_ID });
    expect(read().POSTHORN_API_KEY).not.toBe(variables.POSTHORN_API_KEY);
    expect(await third.end()).toBe(0);
    expect(existsSync(join(cwd, 'data/posthorn.db'))).toBe(true);
    rmSync(cwd, { recursive: true });
  });
});

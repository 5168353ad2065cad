import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, lstatSync, mkdirSync, mkdtempSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { useFolder } from '../support/folder.ts';
import { posthornProcess } from '../support/processes/command-line.ts';
import { CLI, inherited } from '../support/processes/process.ts';
import { startScriptedService } from './scripted-service.ts';

const NO_PLACE = ' (check --url, or POSTHORN_URL: is this a Posthorn?)\n';
const AWAY = { status: 503, body: { error: 'service_unavailable', detail: 'No.' } };
const DONE = { import_id: 'imp_1', status: 'done', processed_rows: 1, total_rows: 1, created: 1, updated: 0, failed: 0, errors: [] };

/** An answer that begins, and then is no more. */
const breakOff = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '100' }).write('email\n', () => response.destroy());

describe('posthorn says in one line', () => {
  const folder = useFolder();

  it('that what answers is no Posthorn', async () => {
    const service = await startScriptedService({ body: {} }, { body: { data: null, next_cursor: null } }, { body: {} });
    const notOurs = { code: 1, stdout: '', stderr: `posthorn: 200 unexpected_response: not a list of this interface${NO_PLACE}` };
    expect(await service.run(['domains', 'list'])).toEqual(notOurs);
    expect(await service.run(['domains', 'list'])).toEqual(notOurs);
    const { code, stderr } = await service.run(['tenants', 'list']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^posthorn: 200 unexpected_response: not a list .*\n$/) });
  });

  it('what a service says, without steering the terminal', async () => {
    const service = await startScriptedService({ status: 422, body: { error: 'validation_failed', detail: '\u001b]0;title\u0007' } });
    const stderr = 'posthorn: 422 validation_failed: \ufffd]0;title\ufffd\n';
    expect(await service.run(['usage'])).toEqual({ code: 1, stdout: '', stderr });
  });

  it('that a token cannot be used, and not what it is', async () => {
    const service = await startScriptedService();
    const { code, stderr } = await service.run(['tenants', 'list'], { OPERATOR_TOKEN: 'secret\nsecret' });
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'posthorn: OPERATOR_TOKEN has a character that no header can have\n' });
  });

  it('that a storage key is none', async () => {
    const service = await startScriptedService();
    for (const key of ['invoice.pdf', 'a/b/c/d', 'a//c', 'a/../c'])
      expect(await service.run(['attachments', 'download', key])).toEqual({
        code: 2,
        stdout: '',
        stderr: `posthorn: no storage key: ${key}\n`,
      });
  });

  it('that a download broke off, and leaves nothing that looks like it', async () => {
    const service = await startScriptedService(breakOff, breakOff);
    const stderr = expect.stringMatching(/^posthorn: the answer broke off \(\w+\)\n$/);
    const path = join(folder, 'copy.pdf');
    expect(await service.run(['attachments', 'download', 'a/b/c', path])).toEqual({ code: 1, stdout: '', stderr });
    expect(readdirSync(folder)).toEqual([]);
    expect(await service.run(['attachments', 'download', 'a/b/c'])).toMatchObject({ code: 1, stderr });
  });

  it('that stdout takes nothing', async () => {
    const service = await startScriptedService({ body: { plan: 'free' } });
    const readOnly = openSync(import.meta.filename, 'r');
    const child = spawn(process.execPath, [CLI, 'usage'], {
      env: { ...inherited, ...service.environment },
      stdio: ['ignore', readOnly, 'pipe'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    closeSync(readOnly);
    const stderr = child.stderr === null ? '' : await text(child.stderr);
    expect({ code: await ended, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^posthorn: stdout: EBADF: .*\n$/) });
  });

  it('that DNS is not looked at where DNS_SERVERS cannot be used', async () => {
    const service = await startScriptedService();
    const { code, stdout, stderr } = await service.run(['doctor'], { DNS_SERVERS: 'nowhere' });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('not looked at: DNS_SERVERS cannot be used');
  });
});

describe('posthorn', () => {
  const folder = useFolder();

  it('writes into what is no file, and does not take its place', async () => {
    const service = await startScriptedService((response) => response.end('whole'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [read, { code }] = await Promise.all([readFile(pipe, 'utf8'), service.run(['attachments', 'download', 'a/b/c', pipe])]);
    expect({ read, code, isPipe: lstatSync(pipe).isFIFO() }).toEqual({ read: 'whole', code: 0, isPipe: true });
  });

  it('leaves nothing of a download that Ctrl-C ended', async () => {
    const service = await startScriptedService((response) => void response.writeHead(200).write('begun'));
    const place = mkdtempSync(join(folder, 'interrupted-'));
    const running = posthornProcess(['attachments', 'download', 'a/b/c', join(place, 'copy.pdf')], service.environment);
    await vi.waitFor(() => expect(readdirSync(place)).toEqual(['copy.pdf.part']), { timeout: 60_000 });
    running.interrupt();
    expect(await running.ended).toEqual({ code: null, stdout: '', stderr: '' });
    expect(readdirSync(place)).toEqual([]);
  });

  it('asks for nothing that it could not write', async () => {
    const service = await startScriptedService();
    expect(await service.run(['contacts', 'export', folder])).toEqual({ code: 2, stdout: '', stderr: `posthorn: ${folder}: a folder\n` });
    expect(service.received).toEqual([]);
  });

  it('writes no template beside the folder that it is given', async () => {
    const alias = '../escaped';
    const service = await startScriptedService(
      { body: { data: [{ alias }], next_cursor: null } },
      { body: { alias, versions: [{ version: 1, active: true }] } },
      { body: { version: 1, subject: 'Hello', html_body: 'Hi', text_body: null } },
    );
    const { code, stderr } = await service.run(['templates', 'pull', join(folder, 'templates')]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'posthorn: no alias of a template: ../escaped\n' });
    expect(existsSync(join(folder, 'escaped'))).toBe(false);
  });

  it('waits for an import also while the service is away', async () => {
    const people = join(folder, 'people.csv');
    writeFileSync(people, 'email\nada@example.net\n');
    const service = await startScriptedService({ status: 202, body: { import_id: 'imp_1', status: 'pending' } }, AWAY, AWAY, AWAY, {
      body: DONE,
    });
    const { code, stdout, stderr } = await service.run(['contacts', 'import', people]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '503 service_unavailable: No.; trying again\n' });
    expect(stdout).toContain('imp_1');
  });

  it('has a document for an export that failed', async () => {
    const failed = { export_id: 'exp_1', status: 'failed', error: 'storage_limit_reached', row_count: 0 };
    const service = await startScriptedService({ status: 202, body: { export_id: 'exp_1', status: 'pending' } }, { body: failed });
    const { code, stdout } = await service.run(['contacts', 'export', '--json']);
    expect({ code, answer: JSON.parse(stdout) }).toEqual({ code: 1, answer: failed });
  });

  it('says which template of several was not pushed', async () => {
    for (const alias of ['one', 'two']) {
      mkdirSync(join(folder, 'pushed', alias), { recursive: true });
      writeFileSync(join(folder, 'pushed', alias, 'body.txt'), 'Hi');
    }
    const missing = { status: 404, body: { error: 'not_found' } };
    const service = await startScriptedService(
      missing,
      { body: {} },
      { body: { version: 1 } },
      missing,
      { body: {} },
      {
        status: 422,
        body: { error: 'invalid_template', detail: 'No.', field: 'text_body', line: 1 },
      },
    );
    const { code, stdout, stderr } = await service.run(['templates', 'push', join(folder, 'pushed')]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'one: created (version 1)\n' });
    expect(stderr.split('\n')[0]).toBe('two was not pushed, nor what comes after it:');
  });
});

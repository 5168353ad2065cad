import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { limits } from '@posthorn/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../support/fakes/certificate.ts';
import { useFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { eventually } from '../support/wait.ts';
import { DEPLOY, find } from './programs.ts';

const SERVICE_HOST = 'mail.example.org';
const LINK_HOST = 'links.example.org';

const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');

/** Where the files of a proxy lie, and the ports that it is to use. */
interface Place {
  readonly folder: string;
  readonly port: number;
  readonly upstream: number;
}

/** Writes what nginx starts with: the file that is shipped, at ports and with a certificate of the test. */
async function writeNginx({ folder, port, upstream }: Place): Promise<readonly string[]> {
  const { cert, key } = await createCertificate();
  for (const [name, text] of Object.entries({ 'fullchain.pem': cert, 'privkey.pem': key })) writeFileSync(join(folder, name), text);
  const shipped = read('nginx/posthorn.conf')
    .replaceAll(/listen \[::\]:.*;/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('/etc/letsencrypt/live/mail.example.com', folder)
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`);
  writeFileSync(join(folder, 'posthorn.conf'), shipped);
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  mkdirSync(join(folder, 'logs'));
  const main = ['daemon off;', 'master_process off;', 'pid nginx.pid;', 'events {}'];
  writeFileSync(join(folder, 'nginx.conf'), [...main, 'http {', 'access_log off;', ...kept, 'include posthorn.conf;', '}'].join('\n'));
  return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
}

/** Caddy's options for a test; it makes certificates itself. */
const CADDY = ['admin off', 'skip_install_trust', 'local_certs', 'auto_https disable_redirects'].map((line) => `\t${line}\n`).join('');

/** Writes a file that is shipped for Caddy as a test needs it. */
function writeForCaddy(file: string, { folder, port, upstream }: Place): void {
  const shipped = read(`caddy/${file}`)
    .replace('{$DOMAIN:localhost}', `https://${SERVICE_HOST}:${port}`)
    .replace('https:// {', `https://:${port} {`)
    .replace(':3000/', `:${upstream}/`)
    .replace(' 3000 ', ` ${upstream} `);
  writeFileSync(join(folder, file), shipped);
}

/** The same for Caddy. */
function writeCaddy(place: Place): readonly string[] {
  writeForCaddy('Caddyfile', place);
  const file = join(place.folder, 'test.Caddyfile');
  writeFileSync(file, `{\n${CADDY}}\nimport Caddyfile\n`);
  return ['run', '--adapter', 'caddyfile', '--config', file];
}

/** The same for Caddy with a certificate for each host that the service names. */
function writeCaddyByDomain(place: Place): readonly string[] {
  writeForCaddy('Caddyfile', place);
  writeForCaddy('links-by-domain.Caddyfile', place);
  const file = join(place.folder, 'links-by-domain.Caddyfile');
  writeFileSync(file, readFileSync(file, 'utf8').replace('{\n', `{\n${CADDY}`));
  return ['run', '--adapter', 'caddyfile', '--config', file];
}

const caddy = find('caddy');
const proxies = [
  { name: 'nginx', program: find('nginx', '/usr/sbin/nginx'), write: writeNginx, certifies: false },
  { name: 'Caddy', program: caddy, write: writeCaddy, certifies: false },
  { name: 'Caddy with links by domain', program: caddy, write: writeCaddyByDomain, certifies: true },
];

/** One place or another that is for the operator, in spellings by which a proxy might take it for something else. */
const INSIDE = ['/admin', '/admin/tenants', '/metrics', '/mailbox', '/mailbox/main.js', '/health/ready', '/link-hosts'].flatMap((path) => [
  path,
  `/${path}`,
  `${path}?a=/v1/email`,
  `/v1/..${path}`,
  path.replace(/^\/(.)/, (_, first: string) => `/%${first.charCodeAt(0).toString(16)}`),
]);

for (const { name, program, write, certifies } of proxies)
  describe.skipIf(program === undefined)(`${name} before the service`, () => {
    const folder = useFolder();
    let service: Server;
    let proxy: ChildProcess;
    let port: number;
    /** What came through. */
    const seen: { readonly path: string; readonly bytes: number; readonly headers: IncomingMessage['headers'] }[] = [];

    beforeAll(async () => {
      service = createServer(async (incoming, response) => {
        let bytes = 0;
        for await (const chunk of incoming) bytes += chunk.length;
        const path = incoming.url ?? '';
        if (path.startsWith('/link-hosts')) return response.writeHead(path === `/link-hosts?domain=${LINK_HOST}` ? 200 : 404).end();
        seen.push({ path, bytes, headers: incoming.headers });
        return response.end('it was asked');
      }).listen(0, '127.0.0.1');
      await once(service, 'listening');
      port = await freePort();
      const args = await write({ folder, port, upstream: (service.address() as AddressInfo).port });
      const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, UPSTREAM: '127.0.0.1' };
      proxy = spawn(program ?? name, args, { env, stdio: 'ignore' });
      await eventually(async () => ((await ask('/health').catch(() => undefined))?.status === 200 ? true : undefined));
    });
    afterAll(async () => {
      const ended = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await ended;
      service.close();
    });

    /** Asks for a path as it stands, which `fetch` would tidy. */
    function ask(path: string, { body, host = SERVICE_HOST }: { body?: Buffer; host?: string } = {}) {
      return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
        const options = { host: '127.0.0.1', port, servername: host, rejectUnauthorized: false, agent: false, path };
        const headers = { Host: `${host}:${port}`, 'X-Forwarded-For': '192.0.2.1' };
        const sent = request({ ...options, headers, method: body === undefined ? 'GET' : 'POST' }, async (answer) => {
          let text = '';
          for await (const chunk of answer) text += String(chunk);
          resolve({ status: answer.statusCode, text });
        });
        sent.once('error', reject);
        sent.end(body);
      });
    }

    it('lets in what is for everybody, with the address that it comes from last', async () => {
      for (const path of ['/v1/messages?limit=1', '/health', '/console/', '/administration', '/t/abc'])
        expect([path, await ask(path)]).toEqual([path, { status: 200, text: 'it was asked' }]);
      expect(seen.at(-1)).toMatchObject({ path: '/t/abc', headers: { 'x-forwarded-for': expect.stringMatching(/(?:^|, )127\.0\.0\.1$/) } });
    });

    it.each(INSIDE)('keeps %s for inside', async (path) => {
      const before = seen.length;
      expect(await ask(path)).toMatchObject({ status: 404 });
      expect(seen.slice(before)).toEqual([]);
    });

    it.runIf(certifies)('serves links in mail on the hosts that the service names, and nothing else there', async () => {
      expect(await ask('/u/abc', { host: LINK_HOST })).toEqual({ status: 200, text: 'it was asked' });
      expect(seen.at(-1)).toMatchObject({ path: '/u/abc', headers: { host: `${LINK_HOST}:${port}` } });
      const before = seen.length;
      for (const path of ['/', '/v1/messages', '/console/', '/u', '/admin', '/u/../admin', '/t/%2e%2e/v1/messages', '/link-hosts'])
        expect([path, await ask(path, { host: LINK_HOST })]).toMatchObject([path, { status: 404 }]);
      expect(seen.slice(before)).toEqual([]);
    });

    it.runIf(certifies)('has no certificate for any other host', async () => {
      await expect(ask('/u/abc', { host: 'links.example.net' })).rejects.toThrow(/alert internal error/);
    });

    it('lets a body of the largest size through', async () => {
      const { status } = await ask('/v1/email', { body: Buffer.alloc(limits.sendBodyBytes) });
      expect([status, seen.at(-1)?.bytes]).toEqual([200, limits.sendBodyBytes]);
    });
  });

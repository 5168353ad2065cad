import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminContract, contract, type OperationTable } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../cli/src/program.ts';
import { settings } from '../../server/src/config/config.ts';
import { DEPLOY } from './programs.ts';

const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true });
const values = parse(read('helm/values.yaml'));
const units = globSync('systemd/*.service', { cwd: DEPLOY });
const SECRETS = ['DATABASE_URL', 'SECRET_KEY', 'OPERATOR_TOKEN', 'PROVIDER_URL'];

const isRead = (name: string) =>
  name === 'NODE_ENV' || Object.hasOwn(settings, name) || Object.hasOwn(settings, name.replace(/_FILE$/, ''));
const commands = createProgram().commands.map((command) => command.name());

/** What is looked at here of a service of compose.yaml. */
interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly command: readonly string[];
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
}

const ours = Object.entries<Service>(compose.services).filter(([, { image }]) => image === 'posthorn');

describe('compose.yaml', () => {
  it('runs two of the API and two workers, after the database is up to date', () => {
    const { api, worker, migrate } = compose.services;
    expect([api.deploy.replicas, worker.deploy.replicas]).toEqual([2, 2]);
    for (const service of [api, worker]) expect(service.depends_on.migrate.condition).toBe('service_completed_successfully');
    expect(migrate.depends_on.db.condition).toBe('service_healthy');
  });

  it('takes mail to be sent by SMTP where the profile smtp is asked for, at ports that the container listens on', () => {
    const { profiles, environment, ports, volumes } = compose.services.smtp;
    expect(profiles).toEqual(['smtp']);
    expect(ports).toEqual([`587:${environment.SUBMISSION_PORT}`, `465:${environment.SUBMISSIONS_PORT}`]);
    expect(volumes).toEqual([expect.stringMatching(/:\/run\/tls:ro$/)]);
    expect([environment.TLS_CERT_FILE, environment.TLS_KEY_FILE]).toEqual(['/run/tls/fullchain.pem', '/run/tls/privkey.pem']);
  });

  it.each(ours)('gives %s settings that are read, its secrets by file alone, and no privilege', (_name, service) => {
    const { environment, secrets, command, read_only, cap_drop } = service;
    const names = SECRETS.map((name) => name.toLowerCase());
    expect(Object.keys(environment).filter((name) => !isRead(name) || SECRETS.includes(name))).toEqual([]);
    expect(environment).toMatchObject(Object.fromEntries(SECRETS.map((name) => [`${name}_FILE`, `/run/secrets/${name.toLowerCase()}`])));
    expect({ read_only, cap_drop, secrets: secrets.toSorted() }).toEqual({ read_only: true, cap_drop: ['ALL'], secrets: names.toSorted() });
    expect(commands).toContain(command[0]);
  });

  it('finds every secret in a file that make-secrets.sh writes', () => {
    const written = [...read('make-secrets.sh').matchAll(/^keep (\w+) /gm)].map(([, name]) => name);
    const files = Object.values<{ file: string }>(compose.secrets).map(({ file }) => file.replace('./secrets/', ''));
    expect(files.sort()).toEqual(written.sort());
  });
});

describe('Dockerfile', () => {
  it('keeps what waits in the folder that stays writable', () => {
    const text = read('Dockerfile');
    const folder = /^VOLUME (.+)$/m.exec(text)?.[1];
    expect(text).toMatch(new RegExp(`^ENV .*TEMP_DIR=${folder}$`, 'm'));
    expect(read('helm/templates/_helpers.tpl')).toContain(`mountPath: ${folder} }`);
  });
});

describe.each(units)('%s', (unit) => {
  const text = read(unit);

  it('has settings that are read, and its secrets from systemd', () => {
    const set = [...text.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }));
    expect(set.filter(({ name }) => !isRead(name))).toEqual([]);
    const loaded = [...text.matchAll(/^LoadCredential=(\w+):\/etc\/posthorn\/\1$/gm)].map(([, name]) => name);
    const files = set.filter(({ name }) => name.endsWith('_FILE'));
    expect(files.map(({ name, value }) => [name, value])).toEqual(loaded.map((name = '') => [`${name.toUpperCase()}_FILE`, `%d/${name}`]));
  });

  it.skipIf(unit.includes('migrate'))('keeps what waits on a disk that it may write', () => {
    for (const line of ['Environment=TEMP_DIR=/var/tmp', 'PrivateTmp=yes']) expect(text.split('\n')).toContain(line);
  });

  it.skipIf(unit.includes('migrate'))(
    'may lower the priority of what reads mail, and do nothing else with what processes are given',
    () => {
      const filters = [...text.matchAll(/^SystemCallFilter=(.+)$/gm)].map(([, filter]) => filter);
      expect(filters).toEqual(['@system-service', '~@privileged @resources', 'setpriority']);
    },
  );

  it.skipIf(unit === 'systemd/posthorn.service')('comes up by itself once a database that was away at boot is back', () => {
    // What requires another unit is not tried again where that one failed, and is taken down when it is restarted.
    expect(text).not.toMatch(/^(Requires|Requisite|BindsTo|PartOf)=/m);
    if (unit.includes('migrate')) return expect(text).toMatch(/^Restart=on-failure$/m);
    for (const line of [/^Restart=always$/m, /^Wants=.*posthorn-migrate\.service$/m, /^After=.*posthorn-migrate\.service$/m])
      expect(text).toMatch(line);
  });

  it('runs a command that there is', () => {
    expect(commands).toContain(
      /^ExecStart=\/usr\/bin\/node \/opt\/posthorn\/node_modules\/posthorn\/dist\/main\.js (\w+)$/m.exec(text)?.[1],
    );
  });
});

describe('posthorn-api.service.d/submission.conf', () => {
  it('sets what an SMTP listener needs, and frees what the unit forbids for ports below 1024', () => {
    const text = read('systemd/posthorn-api.service.d/submission.conf');
    const set = [...text.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name);
    expect(set.filter((name) => !isRead(name))).toEqual([]);
    expect(set).toEqual(expect.arrayContaining(['SUBMISSION_PORT', 'SUBMISSIONS_PORT', 'TLS_CERT_FILE', 'TLS_KEY_FILE']));
    const unit = read('systemd/posthorn-api.service');
    for (const name of ['AmbientCapabilities', 'CapabilityBoundingSet', 'PrivateUsers'])
      for (const each of [text, unit]) expect(each).toMatch(new RegExp(`^${name}=`, 'm'));
  });
});

describe('the values of the chart', () => {
  it('name settings that are read', () => {
    expect([...Object.keys(values.settings), ...values.secrets.keys].filter((name) => !isRead(name))).toEqual([]);
  });
});

describe('what the proxies and the chart let in', () => {
  /** Paths that are for the operator and for what measures; all other operations are for everybody. */
  const INSIDE = ['/admin', '/metrics', '/health'];
  const operations = Object.values<OperationTable[string]>({ ...adminContract, ...contract }).flatMap((resource) =>
    Object.values(resource),
  );
  const tops = [...new Set(operations.map(({ path }) => `/${path.split('/')[1]}`))];

  it('is every operation but those of the operator', () => {
    const isInside = (path: string) => INSIDE.includes(path);
    expect(tops.filter((path) => !isInside(path) && !values.ingress.paths.includes(path))).toEqual([]);
    expect(values.ingress.paths.filter((path: string) => isInside(path) || path === '/')).toEqual([]);
  });

  it.each(['caddy/Caddyfile', 'nginx/posthorn.conf'])('by %s is not what is for inside', (file) => {
    for (const name of ['admin', 'metrics', 'mailbox', 'health/ready']) expect(read(file)).toMatch(new RegExp(`[/(|]${name}[ )|\\n]`));
  });
});

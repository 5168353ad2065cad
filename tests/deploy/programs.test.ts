import { copyFileSync, cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import manifest from '../../cli/package.json' with { type: 'json' };
import { readDockerfile } from '../../scripts/test-image/dockerfile.ts';
import { useFolder } from '../support/folder.ts';
import { DEPLOY, has, said } from './programs.ts';

const folder = useFolder();
const at = (file: string) => join(DEPLOY, file);

describe('the Dockerfile', () => {
  const stages = readDockerfile(at('Dockerfile'));
  const last = Object.fromEntries((stages.at(-1)?.instructions ?? []).map(({ name, text }) => [name, text]));

  it('ends in an image that runs as nobody of this machine, says whether it is well, and runs nothing when it is built', () => {
    expect(last.USER).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
    expect(last.HEALTHCHECK).toContain('CMD ["node"');
    expect(last.RUN).toBeUndefined();
  });
});

describe('make-secrets.sh', () => {
  it('writes secrets once, which only the folder keeps from others', () => {
    copyFileSync(at('make-secrets.sh'), join(folder, 'make-secrets.sh'));
    const make = (url: string) => said('sh', join(folder, 'make-secrets.sh'), url);
    const read = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8');
    expect(make('smtp://relay.example.com').code).toBe(0);
    const [key, url] = [read('secret_key'), read('database_url')];
    expect(key).toMatch(/^[0-9a-f]{64}\n$/);
    expect(url).toBe(`postgres://posthorn:${read('postgres_password').trim()}@db:5432/posthorn\n`);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    expect(make('smtp://other.example.com').code).toBe(0);
    expect([read('secret_key'), read('database_url'), read('provider_url')]).toEqual([key, url, 'smtp://relay.example.com\n']);
    expect(said('sh', join(folder, 'make-secrets.sh')).code).not.toBe(0);
  });
});

describe.skipIf(!has('systemd-analyze'))('systemd', () => {
  it.each(['posthorn.service', 'posthorn-api.service', 'posthorn-migrate.service', 'posthorn-worker@.service'])('takes %s', (unit) => {
    // Programs that are not installed here are no fault of the unit.
    const text = readFileSync(at(`systemd/${unit}`), 'utf8').replace('/usr/bin/node', '/bin/sh');
    const file = join(folder, unit.replace('@.', '@3001.'));
    for (const name of ['posthorn-migrate.service', basename(file)]) writeFileSync(join(folder, name), text);
    expect(said('systemd-analyze', 'verify', '--man=no', '--recursive-errors=no', file)).toEqual({ code: 0, text: '' });
    const exposure = said('systemd-analyze', 'security', '--offline=true', '--threshold=20', file);
    expect(exposure.code, exposure.text.split('\n').slice(-3).join('\n')).toBe(0);
  });

  it('takes what has the API listen for mail', () => {
    const unit = readFileSync(at('systemd/posthorn-api.service'), 'utf8').replace('/usr/bin/node', '/bin/sh');
    const file = join(folder, 'posthorn-api.service');
    for (const name of ['posthorn-migrate.service', basename(file)]) writeFileSync(join(folder, name), unit);
    cpSync(at('systemd/posthorn-api.service.d'), `${file}.d`, { recursive: true });
    expect(said('systemd-analyze', 'verify', '--man=no', '--recursive-errors=no', file)).toEqual({ code: 0, text: '' });
    const security = said('systemd-analyze', 'security', '--offline=true', file).text;
    expect(security).toMatch(/✗ AmbientCapabilities=/);
    rmSync(`${file}.d`, { recursive: true });
  });
});

describe.skipIf(!has('caddy'))('Caddy', () => {
  it('takes the Caddyfile', () => {
    const checked = said('caddy', 'validate', '--adapter', 'caddyfile', '--config', at('caddy/Caddyfile'));
    expect(checked.code, checked.text).toBe(0);
  });
});

describe.skipIf(!has('helm'))('Helm', () => {
  const given = ['--set', 'secrets.existingSecret=posthorn', '--set', 'ingress.enabled=true', '--set', 'ingress.tlsSecret=tls'];
  const render = (...flags: string[]) => said('helm', 'template', 'mail', at('helm'), ...flags);

  it('makes of the chart a job that migrates, and API and workers with probes, budgets and scaling', () => {
    expect(said('helm', 'lint', '--strict', at('helm'), ...given)).toMatchObject({ code: 0 });
    const { code, text } = render(...given);
    expect(code, text).toBe(0);
    const objects = parseAllDocuments(text).map((document) => document.toJS());
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.sort()).toEqual([
      'Deployment mail-posthorn-api',
      'Deployment mail-posthorn-worker',
      'HorizontalPodAutoscaler mail-posthorn-api',
      'HorizontalPodAutoscaler mail-posthorn-worker',
      'Ingress mail-posthorn',
      'Job mail-posthorn-migrate',
      'PodDisruptionBudget mail-posthorn-api',
      'PodDisruptionBudget mail-posthorn-worker',
      'Service mail-posthorn',
    ]);
    for (const { spec } of objects.filter(({ kind }) => ['Deployment', 'Job'].includes(kind))) {
      const [container] = spec.template.spec.containers;
      expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
      expect(container.image).toBe(`posthorn:${manifest.version}`);
      expect(container.env.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['SECRET_KEY_FILE', 'BASE_URL']));
    }
  });

  it('has the API take mail to be sent by SMTP, with a certificate, and no worker', () => {
    const submits = ['--set', 'submission.enabled=true'];
    expect(render(...given, ...submits)).toMatchObject({ code: 1, text: expect.stringContaining('/submission/tlsSecret') });
    const { code, text } = render(...given, ...submits, '--set', 'submission.tlsSecret=mail-tls');
    expect(code, text).toBe(0);
    const objects = parseAllDocuments(text).map((document) => document.toJS());
    const find = (kind: string, name: string) => objects.find((object) => object.kind === kind && object.metadata.name === name);
    const service = find('Service', 'mail-posthorn-submission').spec;
    expect(service.ports.map(({ port, targetPort }: { port: number; targetPort: string }) => [port, targetPort])).toEqual([
      [587, 'submission'],
      [465, 'submissions'],
    ]);
    expect(service.externalTrafficPolicy).toBe('Local');
    const [api] = find('Deployment', 'mail-posthorn-api').spec.template.spec.containers;
    const settings = Object.fromEntries(api.env.map(({ name, value }: { name: string; value: string }) => [name, value]));
    expect(settings).toMatchObject({ SUBMISSION_PORT: '2587', SUBMISSIONS_PORT: '2465', TLS_CERT_FILE: '/run/tls/tls.crt' });
    expect(api.volumeMounts).toContainEqual({ name: 'tls', mountPath: '/run/tls', readOnly: true });
    expect(api.ports.map(({ containerPort }: { containerPort: number }) => containerPort)).toEqual([3000, 2587, 2465]);
    const [worker] = find('Deployment', 'mail-posthorn-worker').spec.template.spec.containers;
    expect(JSON.stringify(worker)).not.toMatch(/SUBMISSION|tls/);
  });

  it("refuses a release without secrets, and settings that are the chart's own", () => {
    expect(render()).toMatchObject({ code: 1, text: expect.stringContaining('/secrets/existingSecret') });
    expect(render(...given, '--set', 'settings.ROLE=all')).toMatchObject({ code: 1, text: expect.stringContaining('ROLE') });
  });
});

describe('the chart', () => {
  it('is of the version of the packages', () => {
    const [chart] = parseAllDocuments(readFileSync(at('helm/Chart.yaml'), 'utf8')).map((document) => document.toJS());
    expect([chart.version, chart.appVersion]).toEqual([manifest.version, manifest.version]);
  });
});

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AppContext } from './app-context.ts';
import { readConfig } from './config/config.ts';
import { providerSchemeOf } from './config/provider-url.ts';
import { localUrlOf } from './core/base-url.ts';
import { sha256 } from './core/crypto/hash.ts';
import { createSystemRandom } from './core/crypto/random.ts';
import { orThrow } from './core/errors/api-error.ts';
import { createDomain, findVerifiedOwner, isVerifiedDomain, unlimited } from './domains/index.ts';
import { findUserByEmail, invitePerson } from './people/index.ts';
import { type RunningServer, type StartOptions, startServer } from './start-server.ts';
import { createApiKey, createTenant, findCaller } from './tenants/index.ts';

const FILE = 'data/demo.env';
const DOMAIN = 'demo.posthorn.test';
const OWNER = `owner@${DOMAIN}`;

type Variables = Record<string, string>;

function readVariables(): Variables {
  if (!existsSync(FILE)) return {};
  const pairs = readFileSync(FILE, 'utf8')
    .split('\n')
    .map((line) => /^([A-Z_]+)=(.*)$/.exec(line))
    .filter((match) => match !== null);
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}

function writeVariables(variables: Variables): void {
  mkdirSync(dirname(FILE), { recursive: true });
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(FILE, lines.join(''), { mode: 0o600 });
}

/** Returns the tenant that has the demo domain, created at the first start. */
async function findDemoTenant(app: AppContext): Promise<string> {
  const owner = await findVerifiedOwner(app.db.write, DOMAIN);
  if (owner !== undefined) return owner;
  const { id } = await createTenant(app, { name: 'demo', plan: 'unlimited' });
  orThrow(await createDomain(app, unlimited(id), { name: DOMAIN, verified: true }));
  return id;
}

async function createDemoKey(app: AppContext): Promise<Variables> {
  const tenantId = await findDemoTenant(app);
  const { key } = orThrow(await createApiKey({ app, isVerifiedDomain }, { tenantId }, { name: 'demo', permission: 'full_access' }));
  return { POSTHORN_API_KEY: key, POSTHORN_FROM: `hello@${DOMAIN}`, POSTHORN_TENANT_ID: tenantId };
}

const whereToRead = ({ POSTHORN_URL, OPERATOR_TOKEN = '' }: Variables) => `
Nothing leaves this machine: mail is captured. Read it, as it comes, at

${POSTHORN_URL}/mailbox#token=${encodeURIComponent(OPERATOR_TOKEN)}
`;

/** Returns a link for the tenant's owner, who is an operator too; none once somebody has used one. */
async function makeDemoLink(app: AppContext, { POSTHORN_TENANT_ID, POSTHORN_URL = '' }: Variables): Promise<string | undefined> {
  if (!app.config.CONSOLE || (await findUserByEmail(app.db.read, OWNER)) !== undefined) return undefined;
  const invitation = { email: OWNER, tenant_id: POSTHORN_TENANT_ID, role: 'owner', operator: true } as const;
  return orThrow(await invitePerson(app, invitation, POSTHORN_URL)).url;
}

const howToSignIn = (link: string) => `
Sign in as the owner and operator, by a link that works once:

${link}
`;

function describe(variables: Variables, { captures, link }: { captures: boolean; link: string | undefined }): string {
  const { POSTHORN_URL, POSTHORN_API_KEY, POSTHORN_FROM } = variables;
  const mail = JSON.stringify({ from: POSTHORN_FROM, to: ['you@example.com'], subject: 'Hello', text_body: 'It works.' });
  return `
Posthorn serves ${POSTHORN_URL}. Send a mail:

curl -X POST ${POSTHORN_URL}/v1/email -H 'Authorization: Bearer ${POSTHORN_API_KEY}' -H 'Content-Type: application/json' -d '${mail}'
${captures ? whereToRead(variables) : ''}${link === undefined ? '' : howToSignIn(link)}
The key and the token are in ${FILE}.
`;
}

/** Starts the server with a tenant, a verified domain and a key for trying it out; they are created at the first start. */
export async function startWithDemo(options: StartOptions): Promise<RunningServer> {
  const known = readVariables();
  const given = readConfig(options.environment).OPERATOR_TOKEN;
  const token = given ?? (known.OPERATOR_TOKEN || createSystemRandom().bytes(24).toString('base64url'));
  const environment = { ...options.environment, OPERATOR_TOKEN: token, OPERATOR_TOKEN_FILE: undefined };
  const server = await startServer({ ...options, migrate: true, environment });
  const caller = await findCaller(server.app.db.read, sha256(known.POSTHORN_API_KEY ?? ''));
  const demo = caller === undefined ? await createDemoKey(server.app) : known;
  const variables = { ...demo, OPERATOR_TOKEN: token, POSTHORN_URL: localUrlOf(server.app.config) };
  writeVariables(variables);
  const link = await makeDemoLink(server.app, variables);
  process.stdout.write(describe(variables, { captures: providerSchemeOf(server.app.config) === 'capture:', link }));
  return server;
}

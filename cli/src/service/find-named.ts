import { domainToASCII } from 'node:url';
import { type Posthorn, PosthornError, type Webhook } from '@posthorn/sdk';
import { UsageError } from '../usage-error.ts';
import type { Operator } from './operator.ts';

/** The service, as a command asks it. */
export interface Service {
  tenant(): Posthorn;
  operator(): Operator;
}

interface Row {
  readonly id: string;
}

interface Question {
  readonly service: Service;
  readonly name: string;
  /** Id of the tenant whose things are meant, where the operator asks. */
  readonly tenantId: string | undefined;
}

/** A sort of things that have ids, and are called something by people. */
interface Kind {
  /** How its ids begin. */
  readonly prefix: string;
  /** The command whose `list` shows it. */
  readonly noun: string;
  /** What people call it by. */
  readonly by: 'name' | 'address' | 'URL';
  readonly find: (question: Question) => AsyncIterable<Row>;
}

const PAGE = { limit: 100 };

async function* only<T>(rows: AsyncIterable<T> | Promise<Iterable<T>>, isMeant: (row: T) => boolean): AsyncGenerator<T> {
  for await (const row of 'then' in rows ? await rows : rows) if (isMeant(row)) yield row;
}

async function* nothing(): AsyncGenerator<never> {}

const byName = (rows: AsyncIterable<Row & { readonly name: string }>, name: string) => only(rows, (row) => row.name === name);

function findDomain({ service, name, tenantId }: Question): AsyncIterable<Row> {
  // No operation lists those of another tenant.
  if (tenantId !== undefined) throw new UsageError(`with --tenant a domain is given by its id, not as ${name}`);
  return byName(service.tenant().domains.iterate(PAGE), domainToASCII(name));
}

function findKey({ service, name, tenantId }: Question): AsyncIterable<Row> {
  const ofTenant = { params: { id: tenantId ?? '' }, query: PAGE };
  return byName(
    tenantId === undefined
      ? service.tenant().apiKeys.iterate(PAGE)
      : service.operator().iterate('GET /admin/tenants/{id}/api-keys', ofTenant),
    name,
  );
}

/** Creates the kind of a tenant's things that have names of their own. */
const namedKind = (prefix: string, noun: 'audiences' | 'segments' | 'broadcasts' | 'automations'): Kind => ({
  ...{ prefix, noun, by: 'name' },
  find: ({ service, name }) => byName(service.tenant()[noun].iterate(PAGE), name),
});

/** By the words that stand for them in the usage of a command: `<domain>`. */
const KINDS: Readonly<Record<string, Kind>> = {
  domain: { prefix: 'dom', noun: 'domains', by: 'name', find: findDomain },
  contact: {
    prefix: 'con',
    noun: 'contacts',
    by: 'address',
    // The filter takes what is blank for none, so that every contact would be meant.
    find: ({ service, name }) => (name.includes('@') ? service.tenant().contacts.iterate({ ...PAGE, email: name }) : nothing()),
  },
  audience: namedKind('aud', 'audiences'),
  segment: namedKind('seg', 'segments'),
  broadcast: namedKind('bc', 'broadcasts'),
  automation: namedKind('aut', 'automations'),
  webhook: {
    prefix: 'whk',
    noun: 'webhooks',
    by: 'URL',
    find: ({ service, name }) =>
      only<Webhook>(
        service
          .tenant()
          .webhooks.list()
          .then(({ data }) => data),
        ({ url }) => url === name,
      ),
  },
  'api-key': { prefix: 'key', noun: 'keys', by: 'name', find: findKey },
  tenant: {
    prefix: 'ten',
    noun: 'tenants',
    by: 'name',
    find: ({ service, name }) => byName(service.operator().iterate('GET /admin/tenants', { query: PAGE }), name),
  },
  person: {
    prefix: 'usr',
    noun: 'people',
    by: 'address',
    find: ({ service, name }) =>
      only(service.operator().iterate('GET /admin/people', { query: PAGE }), ({ email }) => email === name.toLowerCase()),
  },
};

const kindOf = (word: string): Kind | undefined => (Object.hasOwn(KINDS, word) ? KINDS[word] : undefined);

/** Returns what an argument may be whose word stands for something with a name. */
export function describeNaming(word: string): string | undefined {
  const kind = kindOf(word);
  return kind === undefined ? undefined : `its id or ${kind.by}`;
}

/** Returns the id of what is named by its id or by what people call it; what is given, if the word stands for nothing of that sort. */
export async function findNamed(word: string, question: Question): Promise<string> {
  const kind = kindOf(word);
  const { name } = question;
  // What is nothing but dots is no name, and is refused as an id. No id has an @, and an address may begin as one.
  if (kind === undefined || (name.startsWith(`${kind.prefix}_`) && !name.includes('@')) || /^\.+$/.test(name)) return name;
  const found: string[] = [];
  for await (const { id } of kind.find(question)) found.push(id);
  const [id, ...others] = found;
  if (id === undefined) {
    const detail = `there is no ${word.replace('-', ' ')} ${name}: posthorn ${kind.noun} list shows what there is`;
    throw new PosthornError({ status: 404, headers: new Headers(), code: 'not_found', detail, fields: {} });
  }
  if (others.length > 0) throw new UsageError(`several ${kind.noun} are called ${name}, give the id of one: ${found.join(', ')}`);
  return id;
}

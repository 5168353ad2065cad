import { randomUUID } from 'node:crypto';
import type { Domain, DomainRecord } from '@posthorn/contract';
import type { KeyCaller } from '../../../server/src/core/request/caller.ts';
import { findCaller } from '../../../server/src/tenants/index.ts';
import type { Answer } from './call.ts';
import type { Tenancy } from './tenancy.ts';

/** A domain of a tenant, with its DNS records under control. */
export interface OwnedDomain {
  readonly id: string;
  readonly name: string;
  readonly caller: KeyCaller;
  /** Returns the record to publish for a purpose. */
  record(purpose: DomainRecord['purpose']): DomainRecord;
  /** Adds records to the zone, all of them unless purposes are given. */
  publish(...purposes: DomainRecord['purpose'][]): void;
  /** Removes every record of the domain from the zone. */
  withdraw(): void;
  verify(): Promise<Answer>;
  get(): Promise<Domain>;
  /** Returns the version of the tenant's settings. */
  version(): Promise<number>;
}

/** Safe because the answer was a domain's. */
const asDomain = ({ status, body }: Answer): Domain => {
  if (status > 201) throw new Error(JSON.stringify(body));
  return body as unknown as Domain;
};

/** Adds a domain to a tenant; a new name unless one is given. */
export async function addDomain(
  { call, caller: callerOf, tenant, dns, app }: Tenancy,
  given: { name?: string; caller?: KeyCaller; settings?: object } = {},
): Promise<OwnedDomain> {
  const caller = given.caller ?? (await callerOf(await tenant()));
  const body = { name: given.name ?? `${randomUUID()}.example`, ...given.settings };
  const { id, name, records } = asDomain(await call(caller, 'domains.create', { body }));
  const record: OwnedDomain['record'] = (purpose) => {
    const found = records.find((candidate) => candidate.purpose === purpose);
    if (found === undefined) throw new Error(`no ${purpose} record`);
    return found;
  };
  return {
    id,
    name,
    caller,
    record,
    publish: (...purposes) => dns.add(...(purposes.length === 0 ? records : purposes.map(record))),
    withdraw: () => {
      for (const published of records) dns.remove(published.name);
    },
    verify: () => call(caller, 'domains.verify', { params: { id } }),
    get: async () => asDomain(await call(caller, 'domains.get', { params: { id } })),
    version: async () => {
      const found = await findCaller(app.db.read, caller.keyHash);
      if (found === undefined) throw new Error('the key is not accepted');
      return found.version;
    },
  };
}

/** Returns the status of each record by purpose. */
export const statuses = (domain: Pick<Domain, 'records'>): Record<string, string> =>
  Object.fromEntries(domain.records.map(({ purpose, status }) => [purpose, status]));

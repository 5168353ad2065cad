import type { OperationOf } from '../core/operation-names.ts';
import { captured } from './captured.ts';
import { clock } from './clock.ts';
import { erasures } from './erasures.ts';
import { inbound } from './inbound.ts';
import { jobs } from './jobs.ts';
import { metrics } from './metrics.ts';
import { people } from './people.ts';
import { postmaster } from './postmaster.ts';
import { providerEvents } from './provider-events.ts';
import { readiness } from './readiness.ts';
import { stats } from './stats.ts';
import { suppressions } from './suppressions.ts';
import { tenants } from './tenants.ts';
import { unreadableMails } from './unreadable-mail.ts';

export type { FailedJob } from './jobs.ts';
export type { Person } from './people.ts';
export type { ProviderEvent, SnsMessage } from './provider-events.ts';
export { type ProviderFault, providerFaults } from './provider-faults.ts';
export { type CreditPack, type Overrides, type Plan, plans, type Tenant } from './tenants.ts';
export type { UnreadableMail } from './unreadable-mail.ts';

/** The operator's operations, under `/admin`, `/metrics` and `/health/ready`. They are not part of the interface document. */
export const adminContract = {
  tenants,
  suppressions,
  erasures,
  clock,
  jobs,
  captured,
  stats,
  readiness,
  metrics,
  providerEvents,
  inbound,
  postmaster,
  unreadableMails,
  people,
};

export type AdminOperation = OperationOf<typeof adminContract>;

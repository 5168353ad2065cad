import type { AppContext } from '../app-context.ts';
import { temporaryDirectoryOf } from '../config/config.ts';
import { createFairShare } from '../core/concurrency/fair-share.ts';
import type { OwnerSemaphores } from '../core/concurrency/owner-semaphores.ts';
import type { IncomingDisk } from '../core/incoming/incoming.ts';
import { createTemporaryFiles } from '../core/incoming/temporary-file.ts';
import { type BodySpaces, createBodySpaces } from './bodies/body-source.ts';
import { createLargeJsonParser } from './bodies/large-json-parser.ts';
import { createLargeRequestLimiter } from './bodies/large-request-limiter.ts';
import type { BodyParts } from './bodies/read-operation-body.ts';
import { createTenantSemaphores } from './request-resources.ts';

/** Disk space for bodies of authenticated callers. */
const DISK_BYTES = 2 * 1024 * 1024 * 1024;

/** What requests may use in this process, over HTTP and SMTP together. */
export interface RequestBudgets extends BodyParts, IncomingDisk {
  readonly spaces: BodySpaces;
  /** Bounds the concurrent requests of each tenant. */
  readonly tenantSemaphores: OwnerSemaphores;
}

/** Creates the budgets of a process. */
export function createRequestBudgets({ config, random, priority }: Pick<AppContext, 'config' | 'random' | 'priority'>): RequestBudgets {
  const largeRequests = createLargeRequestLimiter();
  const incoming = {
    disk: createFairShare(DISK_BYTES),
    openFile: createTemporaryFiles({ directory: temporaryDirectoryOf(config), random }).open,
    awaitTurn: priority.awaitBackgroundTurn,
  };
  return {
    ...incoming,
    spaces: createBodySpaces(incoming),
    tenantSemaphores: createTenantSemaphores(config.TENANT_CONCURRENCY),
    largeJson: createLargeJsonParser(largeRequests),
    largeRequests,
  };
}

import type { AppContext } from '../app-context.ts';
import { temporaryDirectoryOf } from '../config.ts';
import { createFairShare } from '../core/concurrency/fair-share.ts';
import type { OwnerSemaphores } from '../core/concurrency/owner-semaphores.ts';
import type { IncomingSpace } from '../core/incoming/incoming.ts';
import { createTemporaryFiles } from '../core/incoming/temporary-file.ts';
import { type BodySpaces, createBodySpaces } from './bodies/body-source.ts';
import { createLargeJson } from './bodies/large-json.ts';
import { createLargeWork } from './bodies/large-work.ts';
import type { BodyParts } from './bodies/take-body.ts';
import { createTenantSemaphores } from './with-tenant-permit.ts';

/** On disk, for what tenants send. */
const DISK_BYTES = 2 * 1024 * 1024 * 1024;

/** What requests may take up in this process, by whatever interface they come. */
export interface RequestBudgets extends BodyParts, Pick<IncomingSpace, 'disk' | 'openFile'> {
  readonly spaces: BodySpaces;
  /** Requests of each tenant that are under way. */
  readonly tenantSemaphores: OwnerSemaphores;
}

export function createRequestBudgets({ config, random }: Pick<AppContext, 'config' | 'random'>): RequestBudgets {
  const largeWork = createLargeWork();
  const incoming = {
    disk: createFairShare(DISK_BYTES),
    openFile: createTemporaryFiles({ directory: temporaryDirectoryOf(config), random }).open,
  };
  return {
    ...incoming,
    spaces: createBodySpaces(incoming),
    tenantSemaphores: createTenantSemaphores(config.TENANT_CONCURRENCY),
    largeJson: createLargeJson(largeWork),
    largeWork,
  };
}

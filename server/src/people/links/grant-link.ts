import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { joinTenant } from '../members/change-members.ts';
import type { Link } from '../person.ts';
import { updateUser } from '../user-store.ts';

/** Grants what a link gives in a tenant and in the service. The tenant's version is bumped. */
export async function grantLink(app: AppContext, trx: Trx, link: Link, userId: string): Promise<void> {
  if (link.isOperator) await updateUser(trx, userId, { isOperator: true });
  if (link.tenantId !== null && link.role !== null) await joinTenant(app, trx, { tenantId: link.tenantId, userId, role: link.role });
}

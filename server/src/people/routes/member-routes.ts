import { accountContract, type Operation } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { SignedInCaller } from '../../core/request/caller.ts';
import type { Context } from '../../core/request/context.ts';
import { type Handlers, presentDeleted, reply, replyOr } from '../../core/request/handler.ts';
import { toKeysetPage } from '../../db/keyset.ts';
import { type AuditFilter, listAuditEntries } from '../audit/store.ts';
import { inviteMember } from '../links/invite.ts';
import { deleteInvitation, listInvitations } from '../links/store.ts';
import { removeMember, updateMember } from '../members/change-members.ts';
import { findOwnRole, type RoleFault, type TenantAccess } from '../members/find-own-role.ts';
import { findMember, listMemberships } from '../members/store.ts';
import type { Membership } from '../person.ts';
import { presentAuditEntry, presentInvitation, presentInvited, presentMember } from '../present.ts';
import { findUsers } from '../user-store.ts';

type Account = Handlers<typeof accountContract>;
type MemberRequest = { readonly ctx: Context<SignedInCaller>; readonly params: { readonly tenant_id: string } };

const { members: operations, audit: auditOperations } = accountContract;

/** Runs an action that a person's role in the tenant of the path allows. */
async function within<T>(app: AppContext, operation: Operation, { ctx, params }: MemberRequest, act: (access: TenantAccess) => Promise<T>) {
  const access = { operation, person: ctx.caller.person, tenantId: params.tenant_id };
  const own = await findOwnRole(app.db.read, access);
  return own instanceof ApiError ? own : act(access);
}

async function presentMembers({ db }: AppContext, members: readonly Membership[]) {
  const users = await findUsers(
    db.read,
    members.map(({ userId }) => userId),
  );
  const byId = new Map(users.map((user) => [user.id, user]));
  return (member: Membership) => presentMember(member, byId.get(member.userId));
}

function invitationRoutes(app: AppContext): Pick<Account['members'], 'invite' | 'listInvitations' | 'revokeInvitation'> {
  return {
    invite: (input) =>
      within(app, operations.invite, input, async (access) =>
        replyOr(await inviteMember(app, { ...input.body(), access }, input.ctx.baseUrl), 201, presentInvited),
      ),
    listInvitations: (input) =>
      within(app, operations.listInvitations, input, async ({ tenantId }) => {
        const page = input.query();
        const links = await listInvitations(app.db.read, { tenantId, page, now: app.clock.now() });
        return reply(200, toKeysetPage(links, page.limit, presentInvitation));
      }),
    revokeInvitation: (input) =>
      within(app, operations.revokeInvitation, input, async ({ tenantId }) => {
        const { id } = input.params;
        const isGone = await app.db.transact((trx) => deleteInvitation(trx, { tenantId, id }));
        return isGone ? reply(200, presentDeleted({ id })) : new ApiError('not_found');
      }),
  };
}

/** Returns the handlers for the members of a tenant. */
export function memberRoutes(app: AppContext): Account['members'] {
  return {
    ...invitationRoutes(app),
    list: (input) =>
      within(app, operations.list, input, async ({ tenantId }) => {
        const page = input.query();
        const members = await listMemberships(app.db.read, tenantId, page);
        return reply(200, toKeysetPage(members, page.limit, await presentMembers(app, members)));
      }),
    update: (input) =>
      within(app, operations.update, input, async (access) => {
        const { tenantId } = access;
        const updated = await updateMember(app, { tenantId, id: input.params.id, access }, input.body().role);
        if (updated instanceof ApiError) return updated;
        input.ctx.changed = { tenantId, object: updated.userId };
        return reply(200, (await presentMembers(app, [updated]))(updated));
      }),
    remove: async (input) => {
      const { tenant_id: tenantId, id } = input.params;
      const asked = await findMember(app.db.read, { tenantId, id });
      // Anybody may leave.
      const isOwn = asked?.userId === input.ctx.caller.person.userId;
      const remove = async (access?: TenantAccess) => {
        const removed = await removeMember(app, { tenantId, id, access });
        // The id of a deleted membership would not say whose it was.
        if (!(removed instanceof ApiError)) input.ctx.changed = { tenantId, object: removed.userId };
        return replyOr(removed, 200, presentDeleted);
      };
      return isOwn ? remove() : within(app, operations.remove, input, remove);
    },
  };
}

interface AuditRequest {
  readonly caller: SignedInCaller;
  readonly tenantId: string | undefined;
}

async function findAuditFilter(app: AppContext, { caller, tenantId }: AuditRequest): Promise<AuditFilter | RoleFault> {
  const { person, isOperator } = caller;
  if (tenantId === undefined) return isOperator ? 'all' : { userId: person.userId };
  // Included in everything that an operator sees.
  if (isOperator) return { tenantId };
  const own = await findOwnRole(app.db.read, { operation: auditOperations.list, person, tenantId });
  return own instanceof ApiError ? own : { tenantId };
}

/** Returns the handlers for the audit log. */
export function auditRoutes(app: AppContext): Account['audit'] {
  return {
    list: async ({ ctx, query }) => {
      const { tenant_id: tenantId, ...page } = query();
      const filter = await findAuditFilter(app, { caller: ctx.caller, tenantId });
      if (filter instanceof ApiError) return filter;
      return reply(200, toKeysetPage(await listAuditEntries(app.db.read, filter, page), page.limit, presentAuditEntry));
    },
  };
}

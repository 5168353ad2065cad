import type { contract } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { findContact, presentContact } from '../contacts/index.ts';
import { normalizeEmail } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { refOf } from '../core/request/context.ts';
import { type Handlers, presentDeleted, reply, replyOr } from '../core/request/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { addManyMembers, addMember } from './add-members.ts';
import { deleteAudience } from './delete-audience.ts';
import { listMembers, listMembersByEmail } from './member-store.ts';
import { presentAudience, presentResult } from './present.ts';
import { removeMember } from './remove-member.ts';
import { findAudience, listAudiences, listAudiencesOfContact } from './store.ts';
import { createAudience, updateAudience } from './write-audience.ts';

/** Returns the handlers of `/v1/audiences`. */
export function audienceRoutes(app: AppContext): Handlers<typeof contract>['audiences'] {
  const { db } = app;
  return {
    create: async ({ ctx, body }) => reply(201, presentResult(await createAudience(app, ctx.caller.tenantId, body()))),
    list: async ({ ctx, query }) => {
      const page = query();
      return reply(200, toKeysetPage(await listAudiences(db.read, ctx.caller.tenantId, page), page.limit, presentAudience));
    },
    get: async (input) => replyOr(await findAudience(db.read, refOf(input)), 200, presentAudience),
    update: async (input) => replyOr(await updateAudience(app, refOf(input), input.body), 200, presentResult),
    delete: async (input) => replyOr(await deleteAudience(app, refOf(input)), 200, presentDeleted),
    addMember: async (input) => {
      const added = await addMember(app, refOf(input), input.body);
      if (added instanceof ApiError) return added;
      const membership = { audience_id: input.params.id, contact_id: added.contactId, added: added.added };
      return added.added ? reply(201, membership) : reply(200, membership);
    },
    addMembers: async (input) => replyOr(await addManyMembers(app, refOf(input), input.body), 200, (results) => results),
    listMembers: async (input) => {
      const ref = refOf(input);
      if ((await findAudience(db.read, ref)) === undefined) return new ApiError('not_found');
      const { email, ...page } = input.query();
      const members =
        email === undefined ? await listMembers(db.read, ref, page) : await listMembersByEmail(db.read, ref, normalizeEmail(email));
      return reply(200, toKeysetPage(members, page.limit, presentContact));
    },
    listOfContact: async (input) => {
      const ref = refOf(input);
      if ((await findContact(db.read, ref)) === undefined) return new ApiError('not_found');
      const page = input.query();
      return reply(200, toKeysetPage(await listAudiencesOfContact(db.read, ref, page), page.limit, presentAudience));
    },
    removeMember: async (input) => {
      const removed = await removeMember(app, refOf(input), input.params.contact_id);
      return replyOr(removed, 200, ({ contactId }) => ({ deleted: true, audience_id: input.params.id, contact_id: contactId }) as const);
    },
  };
}

import type { adminContract } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { type Handlers, presentDeleted, reply, replyOr } from '../../core/request/handler.ts';
import { toKeysetPage } from '../../db/keyset.ts';
import { changeUser } from '../change-user.ts';
import { deleteUser } from '../delete-user.ts';
import { invitePerson } from '../links/invite.ts';
import { presentInvited, presentPerson } from '../present.ts';
import { listUsers } from '../user-store.ts';

/** Returns the handlers of `/admin/people`. */
export function adminPeopleRoutes(app: AppContext): Handlers<typeof adminContract>['people'] {
  return {
    invite: async ({ ctx, body }) =>
      replyOr(await invitePerson(app, { ...body(), by: ctx.caller.person }, ctx.baseUrl), 201, presentInvited),
    list: async ({ query }) => {
      const page = query();
      return reply(200, toKeysetPage(await listUsers(app.db.read, page), page.limit, presentPerson));
    },
    update: async ({ ctx, params: { id }, body }) =>
      replyOr(await changeUser(app, { id, by: ctx.caller.person }, body()), 200, presentPerson),
    delete: async ({ ctx, params: { id } }) => replyOr(await deleteUser(app, { id, by: ctx.caller.person }), 200, presentDeleted),
  };
}

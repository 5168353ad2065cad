import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import type { TenantCaller } from '../core/request/caller.ts';
import { type Context, refOf } from '../core/request/context.ts';
import { type Handlers, presentDeleted, reply, replyOr } from '../core/request/handler.ts';
import { fitPage } from '../db/fit-page.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { type ActivateParts, activateAutomation } from './activate-automation.ts';
import { archiveAutomation } from './archive-automation.ts';
import { createAutomation } from './create-automation.ts';
import { deleteAutomation } from './delete-automation.ts';
import { cancelEnrollment } from './enrollments/cancel-enrollment.ts';
import { enrollContact } from './enrollments/enroll.ts';
import { findEnrollment, listEnrollments } from './enrollments/enrollment-store.ts';
import type { MailParts } from './mail/render-mails.ts';
import { pauseAutomation } from './pause-automation.ts';
import { presentAutomation, presentEnrollment, presentListed } from './present.ts';
import { simulate } from './simulate/simulate.ts';
import { countAutomation } from './stats/count-automation.ts';
import { findAutomation, listAutomationBytes, listAutomations } from './store.ts';
import { updateAutomation } from './update-automation.ts';

interface EnrollmentInput {
  readonly ctx: Context<TenantCaller>;
  readonly params: { readonly id: string; readonly enrollment_id: string };
}

const enrollmentOf = ({ ctx, params }: EnrollmentInput) => ({
  tenantId: ctx.caller.tenantId,
  automationId: params.id,
  id: params.enrollment_id,
});

/** `/v1/automations`. */
export function automationRoutes(parts: ActivateParts & MailParts): Handlers<typeof contract>['automations'] {
  const { app } = parts;
  const { db } = app;
  return {
    create: async ({ ctx, body }) => replyOr(await createAutomation(app, ctx.caller.tenantId, body()), 201, presentAutomation),
    list: async ({ ctx, query }) => {
      const { tenantId } = ctx.caller;
      const page = await fitPage(query(), (asked) => listAutomationBytes(db.read, tenantId, asked));
      return reply(200, toKeysetPage(await listAutomations(db.read, tenantId, page), page.limit, presentAutomation));
    },
    get: async (input) => replyOr(await findAutomation(db.read, refOf(input)), 200, presentAutomation),
    update: async (input) => replyOr(await updateAutomation(app, refOf(input), input.body), 200, presentAutomation),
    stats: async (input) => replyOr(await countAutomation(app, refOf(input)), 200, (stats) => stats),
    delete: async (input) => replyOr(await deleteAutomation(app, refOf(input)), 200, presentDeleted),
    activate: async (input) => replyOr(await activateAutomation(parts, refOf(input)), 200, presentAutomation),
    pause: async (input) => replyOr(await pauseAutomation(app, refOf(input)), 200, presentAutomation),
    archive: async (input) => replyOr(await archiveAutomation(app, refOf(input)), 200, presentAutomation),
    simulate: async (input) => {
      const { version } = input.ctx.caller;
      return replyOr(await simulate(parts, { ref: refOf(input), version, body: input.body }), 200, (simulation) => simulation);
    },
    enroll: async (input) => {
      const enrolled = await enrollContact(parts, refOf(input), input.body);
      if (enrolled instanceof ApiError) return enrolled;
      const shown = presentEnrollment(enrolled.enrollment);
      return enrolled.added ? reply(201, shown) : reply(200, shown);
    },
    listEnrollments: async (input) => {
      const { tenantId, id: automationId } = refOf(input);
      if ((await findAutomation(db.read, { tenantId, id: automationId })) === undefined) return new ApiError('not_found');
      const page = input.query();
      return reply(200, toKeysetPage(await listEnrollments(db.read, { tenantId, automationId }, page), page.limit, presentListed));
    },
    getEnrollment: async (input) => replyOr(await findEnrollment(db.read, enrollmentOf(input)), 200, presentEnrollment),
    cancelEnrollment: async (input) => replyOr(await cancelEnrollment(app, enrollmentOf(input)), 200, presentEnrollment),
  };
}

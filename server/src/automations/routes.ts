import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { type ActivateParts, activateAutomation } from './activate-automation.ts';
import { archiveAutomation, deleteAutomation, pauseAutomation } from './change-state.ts';
import { cancelEnrollment } from './enrollments/cancel-enrollment.ts';
import { enrollContact, findEnrollable } from './enrollments/enroll.ts';
import { findEnrollment, fromRow, listEnrollments } from './enrollments/enrollment-store.ts';
import type { MailParts } from './mail/render-mails.ts';
import { presentAutomation, presentEnrollment } from './present.ts';
import { simulate } from './simulate/simulate.ts';
import { findAutomation, listAutomations } from './store.ts';
import { createAutomation, refuseMove, updateAutomation } from './write-automation.ts';

type AutomationHandlers = Handlers<typeof contract>['automations'];

const keyOf = (tenantId: string, { id }: { id: string }) => ({ tenantId, id });

/** `/v1/automations`. */
export function automationRoutes(parts: ActivateParts & MailParts): AutomationHandlers {
  const { app } = parts;
  const { db } = app;
  return {
    create: async ({ ctx, body }) => {
      const created = await createAutomation(app, ctx.caller.tenantId, body());
      return created instanceof ApiError ? created : reply(201, presentAutomation(created));
    },
    list: async ({ ctx, query }) => {
      const page = query();
      const automations = await listAutomations(db.read, ctx.caller.tenantId, page);
      return reply(
        200,
        toKeysetPage(automations.map(presentAutomation), page.limit, (automation) => automation),
      );
    },
    get: async ({ ctx, params }) => {
      const automation = await findAutomation(db.read, keyOf(ctx.caller.tenantId, params));
      return automation === undefined ? new ApiError('not_found') : reply(200, presentAutomation(automation));
    },
    update: async ({ ctx, params, body }) => {
      const key = keyOf(ctx.caller.tenantId, params);
      const known = await findAutomation(db.read, key);
      if (known === undefined) return new ApiError('not_found');
      if (known.status !== 'draft') return refuseMove('not_editable', known.status);
      const updated = await updateAutomation(app, key, body());
      return updated instanceof ApiError ? updated : reply(200, presentAutomation(updated));
    },
    delete: async ({ ctx, params }) => {
      const deleted = await deleteAutomation(app, keyOf(ctx.caller.tenantId, params));
      return deleted instanceof ApiError ? deleted : reply(200, { deleted: true, id: deleted.id } as const);
    },
    activate: async ({ ctx, params }) => {
      const activated = await activateAutomation(parts, keyOf(ctx.caller.tenantId, params));
      return activated instanceof ApiError ? activated : reply(200, presentAutomation(activated));
    },
    pause: async ({ ctx, params }) => {
      const paused = await pauseAutomation(app, keyOf(ctx.caller.tenantId, params));
      return paused instanceof ApiError ? paused : reply(200, presentAutomation(paused));
    },
    archive: async ({ ctx, params }) => {
      const archived = await archiveAutomation(app, keyOf(ctx.caller.tenantId, params));
      return archived instanceof ApiError ? archived : reply(200, presentAutomation(archived));
    },
    simulate: async ({ ctx, params, body }) => {
      const { tenantId, version } = ctx.caller;
      const automation = await findAutomation(db.read, keyOf(tenantId, params));
      if (automation === undefined) return new ApiError('not_found');
      const { contact_id: contactId, events = [] } = body();
      const simulation = await simulate(parts, { automation, version, contactId, events });
      return simulation instanceof ApiError ? simulation : reply(200, simulation);
    },
    enroll: async ({ ctx, params, body }) => {
      const key = keyOf(ctx.caller.tenantId, params);
      const open = await findEnrollable(app, key);
      if (open instanceof ApiError) return open;
      const enrolled = await enrollContact(parts, key, body().contact_id);
      if (enrolled instanceof ApiError) return enrolled;
      const shown = presentEnrollment(enrolled.enrollment);
      return enrolled.added ? reply(201, shown) : reply(200, shown);
    },
    listEnrollments: async ({ ctx, params, query }) => {
      const { tenantId } = ctx.caller;
      if ((await findAutomation(db.read, keyOf(tenantId, params))) === undefined) return new ApiError('not_found');
      const page = query();
      const rows = await listEnrollments(db.read, { tenantId, automationId: params.id }, page);
      return reply(
        200,
        toKeysetPage(rows, page.limit, (row) => presentEnrollment(fromRow(row))),
      );
    },
    getEnrollment: async ({ ctx, params }) => {
      const key = { tenantId: ctx.caller.tenantId, automationId: params.id, id: params.enrollment_id };
      const enrollment = await findEnrollment(db.read, key);
      return enrollment === undefined ? new ApiError('not_found') : reply(200, presentEnrollment(enrollment));
    },
    cancelEnrollment: async ({ ctx, params }) => {
      const key = { tenantId: ctx.caller.tenantId, automationId: params.id, id: params.enrollment_id };
      const cancelled = await cancelEnrollment(app, key);
      return cancelled instanceof ApiError ? cancelled : reply(200, presentEnrollment(cancelled));
    },
  };
}

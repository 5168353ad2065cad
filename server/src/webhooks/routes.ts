import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply } from '../core/implement.ts';
import { toKeysetPage } from '../db/keyset.ts';
import type { Queue } from '../queue/queue.ts';
import { createWebhook, type EndpointParts } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { findDeliveries, listDeliveryIds } from './delivery-store.ts';
import { findWebhook, listWebhooks } from './endpoint-store.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import { replayDeliveries } from './replay-deliveries.ts';
import { rotateSecret } from './rotate-secret.ts';
import { sendSample } from './send-sample.ts';
import { updateWebhook } from './update-webhook.ts';

/** `/v1/webhooks`. */
export function webhookRoutes(parts: EndpointParts & { readonly queue: Queue }): Handlers<typeof contract>['webhooks'] {
  const { app } = parts;
  const { db } = app;
  const shown = async (ids: readonly string[]) => (await findDeliveries(db.read, ids)).map(presentDelivery);
  return {
    create: async ({ ctx, body }) => {
      const created = await createWebhook(parts, ctx.caller, body());
      return created instanceof ApiError ? created : reply(201, presentWebhook(created.row, created.secret));
    },
    list: async ({ ctx }) => {
      const rows = await listWebhooks(db.read, ctx.caller.tenantId);
      return reply(200, { data: rows.map((row) => presentWebhook(row)), next_cursor: null });
    },
    get: async ({ ctx, params }) => {
      const row = await findWebhook(db.read, ctx.caller.tenantId, params.id);
      return row === undefined ? new ApiError('not_found') : reply(200, presentWebhook(row));
    },
    update: async ({ ctx, params, body }) => {
      const { tenantId } = ctx.caller;
      if ((await findWebhook(db.read, tenantId, params.id)) === undefined) return new ApiError('not_found');
      const updated = await updateWebhook(parts, { tenantId, id: params.id, changes: body() });
      return updated instanceof ApiError ? updated : reply(200, presentWebhook(updated));
    },
    delete: async ({ ctx, params }) => {
      await deleteWebhook(app, ctx.caller.tenantId, params.id);
      return reply(200, { deleted: true, id: params.id });
    },
    rotateSecret: async ({ ctx, params }) => {
      const rotated = await rotateSecret(app, ctx.caller.tenantId, params.id);
      return rotated instanceof ApiError ? rotated : reply(200, presentWebhook(rotated.row, rotated.secret));
    },
    test: async ({ ctx, params, body }) => {
      const row = await findWebhook(db.read, ctx.caller.tenantId, params.id);
      if (row === undefined) return new ApiError('not_found');
      const [delivery] = await shown([await sendSample(parts, row, body().type)]);
      return delivery === undefined ? new ApiError('not_found') : reply(202, delivery);
    },
    listDeliveries: async ({ ctx, params, query }) => {
      const { tenantId } = ctx.caller;
      if ((await findWebhook(db.read, tenantId, params.id)) === undefined) return new ApiError('not_found');
      const { limit, cursor, status, type, message_id: messageId } = query();
      const ids = await listDeliveryIds(db.read, { tenantId, webhookId: params.id, limit, cursor, status, type, messageId });
      return reply(200, toKeysetPage(await findDeliveries(db.read, ids), limit, presentDelivery));
    },
    replay: async ({ ctx, params, body }) => {
      const { tenantId } = ctx.caller;
      if ((await findWebhook(db.read, tenantId, params.id)) === undefined) return new ApiError('not_found');
      const data = await shown(await replayDeliveries(parts, { tenantId, webhookId: params.id }, body()));
      return reply(202, { replayed: data.length, data });
    },
  };
}

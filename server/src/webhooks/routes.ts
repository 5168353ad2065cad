import type { contract } from '@posthorn/contract';
import { refOf } from '../core/request/context.ts';
import { type Handlers, reply, replyOr } from '../core/request/handler.ts';
import { toKeysetPage } from '../db/keyset.ts';
import type { EnqueueParts } from './deliveries/enqueue-deliveries.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { replayDeliveries } from './deliveries/replay-deliveries.ts';
import { sendSample } from './deliveries/send-sample.ts';
import { createWebhook, type EndpointParts, type WithSecret } from './endpoints/create-webhook.ts';
import { deleteWebhook } from './endpoints/delete-webhook.ts';
import { rotateSecret } from './endpoints/rotate-secret.ts';
import { findWebhook, listWebhooks } from './endpoints/store.ts';
import { updateWebhook } from './endpoints/update-webhook.ts';
import { presentDelivery, presentWebhook } from './present.ts';

const presentWithSecret = ({ endpoint, secret }: WithSecret) => presentWebhook(endpoint, secret);

/** Returns the handlers of `/v1/webhooks`. */
export function webhookRoutes(parts: EndpointParts & EnqueueParts): Handlers<typeof contract>['webhooks'] {
  const { app } = parts;
  const { db } = app;
  return {
    create: async ({ ctx, body }) => replyOr(await createWebhook(parts, ctx.caller, body()), 201, presentWithSecret),
    list: async ({ ctx }) => {
      const endpoints = await listWebhooks(db.read, ctx.caller.tenantId);
      return reply(200, { data: endpoints.map((endpoint) => presentWebhook(endpoint)), next_cursor: null });
    },
    get: async (call) => replyOr(await findWebhook(db.read, refOf(call)), 200, (endpoint) => presentWebhook(endpoint)),
    update: async (call) => replyOr(await updateWebhook(parts, refOf(call), call.body), 200, (endpoint) => presentWebhook(endpoint)),
    delete: async (call) => {
      await deleteWebhook(app, refOf(call));
      return reply(200, { deleted: true, id: call.params.id });
    },
    rotateSecret: async (call) => replyOr(await rotateSecret(app, refOf(call)), 200, presentWithSecret),
    test: async (call) => replyOr(await sendSample(parts, refOf(call), call.body), 202, presentDelivery),
    listDeliveries: async (call) => {
      const query = () => {
        const { message_id: messageId, ...rest } = call.query();
        return { ...rest, messageId };
      };
      const listed = await listDeliveries(app, refOf(call), query);
      return replyOr(listed, 200, ({ deliveries, limit }) => toKeysetPage(deliveries, limit, presentDelivery));
    },
    replay: async (call) =>
      replyOr(await replayDeliveries(parts, refOf(call), call.body), 202, (deliveries) => ({
        replayed: deliveries.length,
        data: deliveries.map(presentDelivery),
      })),
  };
}

import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import { type Handlers, reply, replyOr } from '../core/request/handler.ts';
import { attachmentKey, isAttachmentKey } from './attachment-key.ts';
import { type AttachmentParts, uploadFile } from './upload-file.ts';

/** Returns the handlers of `/v1/attachments`. */
export function attachmentRoutes({ app, blobs }: AttachmentParts): Handlers<typeof contract>['attachments'] {
  return {
    upload: async ({ ctx, body }) => replyOr(await uploadFile({ app, blobs }, ctx.caller, body()), 201, (upload) => upload),
    download: async ({ ctx, params }) => {
      const { tenantId } = ctx.caller;
      const key = attachmentKey({ tenantId: params.tenant_id, messageId: params.message_id, name: params.filename });
      const blob = isAttachmentKey(tenantId, key) ? await blobs.open({ tenantId, key }) : undefined;
      if (blob === undefined) return new ApiError('not_found');
      Object.assign(ctx.headers, {
        ...(blob.contentType === null ? {} : { 'Content-Type': blob.contentType }),
        'Content-Length': String(blob.size),
        // Needs no quoting, since names in the store are plain.
        'Content-Disposition': `attachment; filename="${params.filename}"`,
      });
      return reply(200, blob.content);
    },
  };
}

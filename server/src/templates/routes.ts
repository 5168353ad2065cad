import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import { type Handlers, reply, replyOr } from '../core/request/handler.ts';
import { activateVersion } from './activate-version.ts';
import { createTemplate } from './create-template.ts';
import { createVersion } from './create-version.ts';
import { deleteTemplate } from './delete-template.ts';
import { presentGallerySummary, presentParts, presentRendered, presentSummary, presentTemplate, presentVersion } from './present.ts';
import { previewSource } from './preview-source.ts';
import { renderVersion } from './render-version.ts';
import { findTemplate, listTemplates } from './store.ts';
import { readVersionNumber } from './template.ts';
import type { Templates } from './templates.ts';
import { findVersion, listVersions } from './version-store.ts';

/** `/v1/templates`. */
export function templateRoutes(templates: Templates): Handlers<typeof contract>['templates'] {
  const { app } = templates;
  const { read } = app.db;
  return {
    list: async ({ ctx }) => {
      const found = await listTemplates(read, ctx.caller.tenantId);
      return reply(200, { data: found.map(presentTemplate), next_cursor: null });
    },
    create: async ({ ctx, body }) => replyOr(await createTemplate(app, ctx.caller.tenantId, body()), 201, presentTemplate),
    get: async ({ ctx, params }) => {
      const template = await findTemplate(read, ctx.caller.tenantId, params.alias);
      if (template === undefined) return new ApiError('not_found');
      const versions = await listVersions(read, template.id);
      const presented = versions.map((version) => presentSummary(version, version.version === template.activeVersion));
      return reply(200, { ...presentTemplate(template), versions: presented });
    },
    delete: async ({ ctx, params: { alias } }) =>
      replyOr(await deleteTemplate(app, ctx.caller.tenantId, alias), 200, ({ id }) => ({ deleted: true, id, alias }) as const),
    createVersion: async ({ ctx, params: { alias }, body }) => {
      const created = await createVersion(templates, { caller: ctx.caller, alias, body });
      return replyOr(created, 201, ({ version, active }) => presentVersion(version, active));
    },
    getVersion: async ({ ctx, params: { alias, n } }) => {
      const template = await findTemplate(read, ctx.caller.tenantId, alias);
      const number = readVersionNumber(n);
      if (template === undefined || number === undefined) return new ApiError('not_found');
      const version = await findVersion(read, template.id, number);
      return replyOr(version, 200, (found) => presentVersion(found, found.version === template.activeVersion));
    },
    activateVersion: async ({ ctx, params: { alias, n } }) => {
      const activated = await activateVersion(app, { tenantId: ctx.caller.tenantId, alias, number: n });
      return replyOr(activated, 200, (version) => presentVersion(version, true));
    },
    preview: async ({ ctx, body }) => replyOr(await previewSource(templates, ctx.caller.tenantId, body()), 200, presentParts),
    render: async ({ ctx, params: { alias }, body }) =>
      replyOr(await renderVersion(templates, { tenantId: ctx.caller.tenantId, alias, body }), 200, presentRendered),
    listGallery: async () => reply(200, { data: (await templates.gallery.list()).map(presentGallerySummary), next_cursor: null }),
    getGalleryTemplate: async ({ params: { name } }) => replyOr(await templates.gallery.find(name), 200, (found) => found),
  };
}

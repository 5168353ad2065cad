import type { contract } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { type Handlers, reply, replyOr } from '../core/handler.ts';
import { activateVersion } from './activate-version.ts';
import { createTemplate } from './create-template.ts';
import { createVersion, type TemplateParts } from './create-version.ts';
import { deleteTemplate } from './delete-template.ts';
import { presentTemplate, presentVersion } from './present.ts';
import type { TemplateRenderer } from './render-template.ts';
import { findTemplate, findVersion, listTemplates, listVersions } from './store.ts';
import { isVersionNumber } from './template.ts';

/** `/v1/templates`. */
export function templateRoutes(parts: TemplateParts, { renderVersion }: TemplateRenderer): Handlers<typeof contract>['templates'] {
  const { app } = parts;
  const { read } = app.db;
  return {
    list: async ({ ctx }) => {
      const templates = await listTemplates(read, ctx.caller.tenantId);
      return reply(200, { data: templates.map(presentTemplate), next_cursor: null });
    },
    create: async ({ ctx, body }) => replyOr(await createTemplate(app, ctx.caller.tenantId, body()), 201, presentTemplate),
    get: async ({ ctx, params }) => {
      const template = await findTemplate(read, ctx.caller.tenantId, params.alias);
      if (template === undefined) return new ApiError('not_found');
      const versions = await listVersions(read, template.id);
      const presented = versions.map((version) => presentVersion(version, version.version === template.activeVersion));
      return reply(200, { ...presentTemplate(template), versions: presented });
    },
    delete: async ({ ctx, params: { alias } }) =>
      replyOr(await deleteTemplate(app, ctx.caller.tenantId, alias), 200, ({ id }) => ({ deleted: true, id, alias }) as const),
    createVersion: async ({ ctx, params: { alias }, body }) => {
      const created = await createVersion(parts, { tenantId: ctx.caller.tenantId, alias, body });
      return replyOr(created, 201, ({ version, active }) => presentVersion(version, active));
    },
    activateVersion: async ({ ctx, params: { alias, n } }) => {
      const activated = await activateVersion(app, { tenantId: ctx.caller.tenantId, alias, number: n });
      return replyOr(activated, 200, (version) => presentVersion(version, true));
    },
    render: async ({ ctx, params: { alias }, body }) => {
      const { tenantId } = ctx.caller;
      const template = await findTemplate(read, tenantId, alias);
      if (template === undefined) return new ApiError('not_found');
      const { version: asked, template_model: model = {} } = body();
      const number = asked ?? template.activeVersion;
      if (number === null) return new ApiError('template_not_found', { alias });
      const version = isVersionNumber(number) ? await findVersion(read, template.id, number) : undefined;
      if (version === undefined) return new ApiError('not_found');
      const rendered = await renderVersion(tenantId, version, { alias, model });
      if (rendered instanceof ApiError) return rendered;
      const { templateVersion, subject, html, text, missing } = rendered;
      return reply(200, { version: templateVersion, subject, html_body: html, text_body: text, missing: [...missing] });
    },
  };
}

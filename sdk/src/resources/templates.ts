import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type ListQuery } from '../paginate.ts';

export type Template = Api.Template;
export type TemplateDetail = Api.TemplateDetail;
export type TemplateVersion = Api.TemplateVersion;
export type TemplateVersionSummary = Api.TemplateVersionSummary;
export type PreviewedTemplate = Api.PreviewedTemplate;
export type RenderedTemplate = Api.RenderedTemplate;
export type GalleryTemplate = Api.GalleryTemplate;
export type GalleryTemplateSummary = Api.GalleryTemplateSummary;

export function templatesOf(call: Call) {
  const list = async (options?: CallOptions): Promise<Api.TemplatesList200Response> => call(operations.templatesList(), options);
  const listGallery = async (options?: CallOptions): Promise<Api.TemplatesListGallery200Response> =>
    call(operations.templatesListGallery(), options);
  return {
    /** All templates, newest first. */
    list,
    /** The same, as an iterator. */
    iterate: (options?: CallOptions) => iterate((_: ListQuery<never>, given) => list(given), {}, options),
    /** Creates a template without a version. Errors: `invalid_alias`, `alias_taken`, `template_limit_reached`. */
    create: async (request: Api.TemplatesCreateRequest, options?: CallOptions): Promise<Template> =>
      call(operations.templatesCreate({ body: request }), options),
    /** A template with its versions, newest first and without bodies. Errors: `not_found`. */
    get: async (alias: string, options?: CallOptions): Promise<TemplateDetail> => call(operations.templatesGet({ alias }), options),
    /** Deletes a template and its versions. Errors: `not_found`. */
    delete: async (alias: string, options?: CallOptions): Promise<Api.DeletedTemplate> =>
      call(operations.templatesDelete({ alias }), options),
    /** Adds a version, which is active unless `activate` is false. Errors: `not_found`, `invalid_template`, `version_limit_reached`. */
    createVersion: async (alias: string, request: Api.TemplatesCreateVersionRequest, options?: CallOptions): Promise<TemplateVersion> =>
      call(operations.templatesCreateVersion({ alias, body: request }), options),
    /** One version with its bodies. Errors: `not_found`. */
    getVersion: async (alias: string, version: number, options?: CallOptions): Promise<TemplateVersion> =>
      call(operations.templatesGetVersion({ alias, n: String(version) }), options),
    /** Activates a version, which is sent from now on. Errors: `not_found`. */
    activateVersion: async (alias: string, version: number, options?: CallOptions): Promise<TemplateVersion> =>
      call(operations.templatesActivateVersion({ alias, n: String(version) }), options),
    /** Renders an unsaved template; nothing is stored. Errors: `invalid_template` (with `field` and `line`), `template_render_failed`. */
    preview: async (request: Api.TemplatesPreviewRequest, options?: CallOptions): Promise<PreviewedTemplate> =>
      call(operations.templatesPreview({ body: request }), options),
    /** Renders a version without sending. Errors: `not_found`, `template_not_found`, `template_render_failed`. */
    render: async (alias: string, request: Api.TemplatesRenderRequest, options?: CallOptions): Promise<RenderedTemplate> =>
      call(operations.templatesRender({ alias, body: request }), options),
    /** Templates that come with the service, without their bodies. */
    listGallery,
    /** The same, as an iterator. */
    iterateGallery: (options?: CallOptions) => iterate((_: ListQuery<never>, given) => listGallery(given), {}, options),
    /** One of them with its bodies and a sample model. Errors: `not_found`. */
    getGalleryTemplate: async (name: string, options?: CallOptions): Promise<GalleryTemplate> =>
      call(operations.templatesGetGalleryTemplate({ name }), options),
  };
}

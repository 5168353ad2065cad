import type {
  GalleryTemplate,
  GalleryTemplateSummary,
  RenderedTemplate,
  Template,
  TemplateVersion,
  TemplateVersionSummary,
} from '@posthorn/contract';
import { isSubjectEmpty, whySubjectIsEmpty } from './render/render-contents.ts';
import type { RenderedParts } from './render/render-task.ts';
import type { TemplateRender } from './render/render-templates.ts';
import type { StoredVersion, TemplateShell, VersionSummary } from './template.ts';

export const presentTemplate = (shell: TemplateShell): Template => ({
  id: shell.id,
  alias: shell.alias,
  name: shell.name,
  active_version: shell.activeVersion,
  created_at: shell.createdAt,
  updated_at: shell.updatedAt,
});

export const presentSummary = ({ id, version, subject, createdAt }: VersionSummary, active: boolean): TemplateVersionSummary => ({
  id,
  version,
  subject,
  active,
  created_at: createdAt,
});

export const presentVersion = (version: StoredVersion, active: boolean): TemplateVersion => ({
  ...presentSummary(version, active),
  html_body: version.html,
  text_body: version.text,
});

/** Returns parts as rendered, with what keeps them from being sent. */
export const presentParts = (parts: Omit<RenderedParts, 'kind'>): Omit<RenderedTemplate, 'version'> => ({
  subject: parts.subject,
  html_body: parts.html,
  text_body: parts.text,
  missing: [...parts.missing],
  warnings: isSubjectEmpty(parts) ? [{ code: 'empty_subject', detail: whySubjectIsEmpty(parts) }] : [],
});

export const presentRendered = (rendered: TemplateRender): RenderedTemplate => ({
  version: rendered.templateVersion,
  ...presentParts(rendered),
});

export const presentGallerySummary = ({ html_body: _, text_body: __, ...summary }: GalleryTemplate): GalleryTemplateSummary => summary;

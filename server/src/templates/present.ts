import type {
  GalleryTemplate,
  GalleryTemplateSummary,
  RenderedTemplate,
  Template,
  TemplateVersion,
  TemplateVersionSummary,
} from '@posthorn/contract';
import type { Rendered } from './render/render-templates.ts';
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

export const presentRendered = ({ templateVersion, subject, html, text, missing }: Rendered): RenderedTemplate => ({
  version: templateVersion,
  subject,
  html_body: html,
  text_body: text,
  missing: [...missing],
});

export const presentGallerySummary = ({ html_body: _, text_body: __, ...summary }: GalleryTemplate): GalleryTemplateSummary => summary;

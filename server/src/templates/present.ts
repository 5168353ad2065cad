import type { RenderedTemplate, Template, TemplateVersion } from '@posthorn/contract';
import type { Rendered } from './render-templates.ts';
import type { StoredVersion, TemplateShell } from './template.ts';

export const presentTemplate = (shell: TemplateShell): Template => ({
  id: shell.id,
  alias: shell.alias,
  name: shell.name,
  active_version: shell.activeVersion,
  created_at: shell.createdAt,
  updated_at: shell.updatedAt,
});

export const presentVersion = (version: StoredVersion, active: boolean): TemplateVersion => ({
  id: version.id,
  version: version.version,
  subject: version.subject,
  html_body: version.html,
  text_body: version.text,
  active,
  created_at: version.createdAt,
});

export const presentRendered = ({ templateVersion, subject, html, text, missing }: Rendered): RenderedTemplate => ({
  version: templateVersion,
  subject,
  html_body: html,
  text_body: text,
  missing: [...missing],
});

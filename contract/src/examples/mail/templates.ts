import type { Template, TemplateVersion, TemplateVersionSummary } from '../../templates/template-fields.ts';
import type { GalleryTemplateSummary } from '../../templates/template-gallery.ts';
import type { templates } from '../../templates/templates.ts';
import type { ResourceExamples } from '../resource-examples.ts';

const source = {
  subject: 'Welcome, {{ user.name }}',
  html_body: '<p>Hello {{ user.name }}, <a href="{{ link }}">confirm your address</a>.</p>',
  text_body: 'Hello {{ user.name }}, confirm your address: {{ link }}',
};

const template: Template = {
  id: 'tpl_01m7y8v6e3k9w5h2r0xjt4qcbn',
  alias: 'welcome',
  name: 'Welcome',
  active_version: 2,
  created_at: 1_790_000_000_000,
  updated_at: 1_790_086_400_000,
};

const summary: TemplateVersionSummary = {
  id: 'tpv_01m7yb4d8n1m6z0k3s7wfqhxrt',
  version: 2,
  subject: source.subject,
  active: true,
  created_at: 1_790_086_400_000,
};

const version: TemplateVersion = { ...summary, ...source };

const inGallery: GalleryTemplateSummary = {
  name: 'reset',
  title: 'Password reset',
  purpose: 'Lets somebody choose a new password by a link that works once and for a short time.',
  subject: 'Reset your {{ product.name }} password',
  sample_model: { product: { name: 'Larkspur' }, action_url: 'https://example.com/reset?token=9f2c', expires_in: '30 minutes' },
};

export const templateExamples: ResourceExamples<typeof templates> = {
  list: { 200: { data: [template], next_cursor: null } },
  create: {
    body: { alias: 'welcome', name: 'Welcome' },
    201: { ...template, active_version: null, updated_at: 1_790_000_000_000 },
  },
  get: { 200: { ...template, versions: [summary] } },
  delete: { 200: { deleted: true, id: template.id, alias: 'welcome' } },
  createVersion: { body: { ...source, activate: true }, 201: version },
  getVersion: { 200: version },
  activateVersion: { 200: version },
  preview: {
    body: {
      subject: 'Welcome, {{ user.name }}',
      text_body: 'Hello {{ user.name }}: {{ link }}',
      template_model: { user: { name: 'Ada' } },
    },
    200: { subject: 'Welcome, Ada', html_body: null, text_body: 'Hello Ada: ', missing: ['link'], warnings: [] },
  },
  render: {
    body: { template_model: { user: { name: 'Ada' } } },
    200: {
      version: 2,
      subject: 'Welcome, Ada',
      html_body: '<p>Hello Ada, <a href="">confirm your address</a>.</p>',
      text_body: 'Hello Ada, confirm your address: ',
      missing: ['link'],
      warnings: [],
    },
  },
  listGallery: { 200: { data: [inGallery], next_cursor: null } },
  getGalleryTemplate: {
    200: {
      ...inGallery,
      html_body: '<p>Reset your password: <a href="{{ action_url }}">{{ action_url }}</a></p>',
      text_body: 'Reset your password within {{ expires_in }}: {{ action_url }}',
    },
  },
};

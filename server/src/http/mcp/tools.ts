import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Route } from '../../core/operation/implement.ts';
import { type OperationKey, type Operations, routeOf } from '../call-operation.ts';
import { inputSchemaOf } from './input-schema.ts';
import { outputSchemaOf } from './output-schema.ts';

/** Instructions for agents beyond the tools; clients show them to their model. */
export const instructions = `Posthorn sends email for one tenant, and keeps who may get it.

- A sender must be at a verified domain: list_domains names them. To try a mail without sending it, set \`test_mode\`.
- A send is queued, not yet delivered: get_message says what became of each recipient. Give an \`idempotency_key\` of your own, and a call that is repeated sends nothing twice.
- For one mail to many: upsert_contact, then create_audience and add_audience_member or create_segment (preview_segment counts first), then create_broadcast, or duplicate_broadcast of an earlier one, which is a draft; preview_broadcast counts who would get it and shows one mail; then send_broadcast. What is sent cannot be called back, but pause_broadcast holds the rest until resume_broadcast; get_broadcast_stats says how far it is, and list_broadcasts what else there is.
- preview_automation walks a contact through a program without sending; pause_automation and resume_automation stop one and have it go on, or begin.
- Contents are Liquid. create_template makes a template without content, create_template_version gives it some; render_template shows it with a model, get_template lists its versions, activate_template_version goes back to one; list_templates names those that are there; list_template_gallery has some to begin with. A send says in \`warnings\` what its model lacks; \`strict\` refuses it.
- Instants are milliseconds since 1970-01-01T00:00:00Z. A list goes on while \`next_cursor\` is not null: hand it back as \`cursor\`.
- A failure has a stable code in \`error\` and, in most cases, a sentence in \`detail\` and the place in \`field\`. After rate_limit_exceeded or quota_exceeded wait for Retry-After of \`_meta\`, in seconds.`;

/** An operation as offered to agents. */
export interface ToolSpec {
  readonly operation: OperationKey;
  /** Changes nothing, although it is no GET. */
  readonly readOnly?: true;
  /** Cannot be undone, although it is no DELETE. */
  readonly destructive?: true;
}

/** The tools by name. Their operations describe their input and effect. */
export const toolSpecs = {
  send_email: { operation: 'email.send' },
  send_batch: { operation: 'email.sendBatch' },
  get_message: { operation: 'messages.get' },
  search_messages: { operation: 'messages.search' },
  list_messages: { operation: 'messages.list' },
  reschedule_email: { operation: 'email.reschedule' },
  resend_email: { operation: 'email.resend' },
  cancel_email: { operation: 'email.cancel' },
  list_test_events: { operation: 'email.listTestEvents' },
  upsert_contact: { operation: 'contacts.upsert' },
  get_contact: { operation: 'contacts.get' },
  search_contacts: { operation: 'contacts.search' },
  list_contacts: { operation: 'contacts.list' },
  list_contact_audiences: { operation: 'audiences.listOfContact' },
  list_contact_events: { operation: 'contacts.listEvents' },
  delete_contact: { operation: 'contacts.delete' },
  list_audiences: { operation: 'audiences.list' },
  create_audience: { operation: 'audiences.create' },
  add_audience_member: { operation: 'audiences.addMember' },
  list_segments: { operation: 'segments.list' },
  create_segment: { operation: 'segments.create' },
  preview_segment: { operation: 'segments.preview', readOnly: true },
  list_templates: { operation: 'templates.list' },
  create_template: { operation: 'templates.create' },
  create_template_version: { operation: 'templates.createVersion' },
  render_template: { operation: 'templates.render', readOnly: true },
  get_template: { operation: 'templates.get' },
  get_template_version: { operation: 'templates.getVersion' },
  activate_template_version: { operation: 'templates.activateVersion' },
  preview_template: { operation: 'templates.preview', readOnly: true },
  list_template_gallery: { operation: 'templates.listGallery' },
  get_gallery_template: { operation: 'templates.getGalleryTemplate' },
  list_suppressions: { operation: 'suppressions.list' },
  add_suppression: { operation: 'suppressions.add' },
  remove_suppression: { operation: 'suppressions.remove' },
  create_broadcast: { operation: 'broadcasts.create' },
  duplicate_broadcast: { operation: 'broadcasts.duplicate' },
  list_broadcasts: { operation: 'broadcasts.list' },
  get_broadcast_stats: { operation: 'broadcasts.stats' },
  preview_broadcast: { operation: 'broadcasts.preview', readOnly: true },
  send_broadcast: { operation: 'broadcasts.send', destructive: true },
  pause_broadcast: { operation: 'broadcasts.pause' },
  resume_broadcast: { operation: 'broadcasts.resume', destructive: true },
  cancel_broadcast: { operation: 'broadcasts.cancel', destructive: true },
  list_automations: { operation: 'automations.list' },
  preview_automation: { operation: 'automations.simulate', readOnly: true },
  pause_automation: { operation: 'automations.pause' },
  resume_automation: { operation: 'automations.activate', destructive: true },
  get_automation_stats: { operation: 'automations.stats' },
  enroll_contact: { operation: 'automations.enroll' },
  list_inbound: { operation: 'inbound.list' },
  get_inbound: { operation: 'inbound.get' },
  list_domains: { operation: 'domains.list' },
  get_usage: { operation: 'usage.get' },
  get_stats: { operation: 'stats.get' },
} as const satisfies Readonly<Record<string, ToolSpec>>;

const specs: Readonly<Record<string, ToolSpec>> = toolSpecs;

function describe(name: string, { readOnly, destructive }: ToolSpec, { operation }: Route): Tool {
  const { method, summary, description } = operation;
  return {
    name,
    title: summary,
    description: [`${summary}.`, description].filter((text) => text !== undefined).join(' '),
    inputSchema: inputSchemaOf(operation),
    outputSchema: outputSchemaOf(operation),
    annotations: { readOnlyHint: readOnly ?? method === 'GET', destructiveHint: destructive ?? method === 'DELETE' },
  };
}

/** Returns the tools as listed for clients. */
export const listTools = (operations: Operations): Tool[] =>
  Object.entries(specs).map(([name, spec]) => describe(name, spec, routeOf(operations, spec.operation)));

/** Returns the operation that a tool calls. */
export function findToolRoute(operations: Operations, name: string): Route | undefined {
  const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
  return spec === undefined ? undefined : routeOf(operations, spec.operation);
}

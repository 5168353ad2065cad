import type { OperationKey } from '../call-operation.ts';

/** An operation as agents are offered it. */
export interface ToolSpec {
  readonly operation: OperationKey;
  /** Changes nothing, though it is no GET. */
  readonly readOnly?: true;
  /** Cannot be taken back, though it is no DELETE. */
  readonly destructive?: true;
}

/** The tools, by their names. What they take and what they do is said by their operations. */
export const toolSpecs = {
  send_email: { operation: 'email.send' },
  send_batch: { operation: 'email.sendBatch' },
  get_message: { operation: 'messages.get' },
  list_messages: { operation: 'messages.list' },
  reschedule_email: { operation: 'email.reschedule' },
  cancel_email: { operation: 'email.cancel' },
  list_test_events: { operation: 'email.listTestEvents' },
  upsert_contact: { operation: 'contacts.upsert' },
  get_contact: { operation: 'contacts.get' },
  list_contacts: { operation: 'contacts.list' },
  delete_contact: { operation: 'contacts.delete' },
  list_audiences: { operation: 'audiences.list' },
  create_audience: { operation: 'audiences.create' },
  add_audience_member: { operation: 'audiences.addMember' },
  create_segment: { operation: 'segments.create' },
  preview_segment: { operation: 'segments.preview', readOnly: true },
  list_templates: { operation: 'templates.list' },
  create_template: { operation: 'templates.create' },
  create_template_version: { operation: 'templates.createVersion' },
  render_template: { operation: 'templates.render', readOnly: true },
  list_suppressions: { operation: 'suppressions.list' },
  add_suppression: { operation: 'suppressions.add' },
  remove_suppression: { operation: 'suppressions.remove' },
  create_broadcast: { operation: 'broadcasts.create' },
  list_broadcasts: { operation: 'broadcasts.list' },
  get_broadcast_stats: { operation: 'broadcasts.stats' },
  send_broadcast: { operation: 'broadcasts.send', destructive: true },
  cancel_broadcast: { operation: 'broadcasts.cancel', destructive: true },
  list_automations: { operation: 'automations.list' },
  enroll_contact: { operation: 'automations.enroll' },
  list_inbound: { operation: 'inbound.list' },
  get_inbound: { operation: 'inbound.get' },
  list_domains: { operation: 'domains.list' },
  get_usage: { operation: 'usage.get' },
} as const satisfies Readonly<Record<string, ToolSpec>>;

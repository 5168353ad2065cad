import type { Broadcast as WireBroadcast } from '@posthorn/contract';
import { type Broadcast, statusOf, targetOf } from './broadcast.ts';

/** Row to wire. */
export function presentBroadcast(row: Broadcast): WireBroadcast {
  const target = targetOf(row);
  return {
    id: row.id,
    name: row.name,
    subject: row.subject,
    from_domain_id: row.from_domain_id,
    from: row.from_address,
    reply_to: row.reply_to,
    preview_text: row.preview_text,
    body_html: row.body_html,
    body_text: row.body_text,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    status: statusOf(row),
    scheduled_at: row.scheduled_at,
    total_recipients: row.total_recipients,
    sent_count: row.sent_count,
    skipped_count: row.skipped_count,
    last_error: row.last_error,
    created_at: row.created_at,
    updated_at: row.updated_at,
    sent_at: row.sent_at,
  };
}

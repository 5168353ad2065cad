import type { Broadcast as WireBroadcast } from '@posthorn/contract';
import { type Broadcast, targetOf } from './broadcast.ts';

export function presentBroadcast(broadcast: Broadcast): WireBroadcast {
  const target = targetOf(broadcast);
  const { ledger } = broadcast;
  return {
    id: broadcast.id,
    name: broadcast.name,
    subject: broadcast.subject,
    from_domain_id: broadcast.fromDomainId,
    from: broadcast.from,
    reply_to: broadcast.replyTo,
    preview_text: broadcast.previewText,
    body_html: broadcast.bodyHtml,
    body_text: broadcast.bodyText,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    status: broadcast.status,
    scheduled_at: broadcast.scheduledAt,
    total_recipients: ledger.totalRecipients,
    sent_count: ledger.sentCount,
    skipped_count: ledger.skippedCount,
    last_error: broadcast.lastError,
    created_at: broadcast.createdAt,
    updated_at: broadcast.updatedAt,
    sent_at: broadcast.sentAt,
  };
}

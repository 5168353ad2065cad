import type { MessageBodyRow, MessageRow } from '../db/schema.ts';
import type { Claim, Message, MessageBody, Recipient } from './message.ts';

/** Places within one millisecond of a tenant's log. */
export const PLACES = 1000;

export const parseRecipients = (text: string): Recipient[] => JSON.parse(text);

function toClaim({ id, claim_job: jobId, claim_attempt: jobAttempt }: MessageRow): Claim | null {
  return jobId === null || jobAttempt === null ? null : { messageId: id, jobId, jobAttempt };
}

export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    position: row.position,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    // Safe because only states and streams of the contract are ever written.
    status: row.status as Message['status'],
    stream: row.stream as Message['stream'],
    recipients: parseRecipients(row.recipients),
    sentAt: row.sent_at,
    providerMessageId: row.provider_message_id,
    dueAt: row.due_at,
    from: row.from_address,
    domainId: row.domain_id,
    subject: row.subject,
    tags: JSON.parse(row.tags),
    templateAlias: row.template_alias,
    templateVersion: row.template_version,
    testMode: row.test_mode === 1,
    trackOpens: row.track_opens === 1,
    trackClicks: row.track_clicks === 1,
    bodyId: row.body_id,
    scheduledAt: row.scheduled_at,
    broadcastId: row.broadcast_id,
    automationId: row.automation_id,
    contactId: row.contact_id,
    claim: toClaim(row),
    attempts: row.attempts,
    firstAttemptAt: row.first_attempt_at,
  };
}

export function parseBody(row: MessageBodyRow): MessageBody {
  return {
    id: row.id,
    html: row.html,
    text: row.text,
    headers: JSON.parse(row.headers),
    replyTo: JSON.parse(row.reply_to),
    attachments: JSON.parse(row.attachments),
  };
}

const CRLF = '\r\n';

/** Returns a mail made of lines. */
export const mailOf = (...lines: readonly string[]): string => lines.join(CRLF);

export interface DsnRecipient {
  readonly final: string;
  readonly original?: string;
  readonly action?: string;
  readonly status?: string;
  readonly diagnostic?: string;
}

/** Returns a delivery status notification (RFC 3464) as Postfix writes it. */
export function dsn(...recipients: readonly DsnRecipient[]): string {
  const groups = recipients.flatMap(({ final, original, action = 'failed', status = '5.1.1', diagnostic }) => [
    '',
    `Final-Recipient: rfc822; ${final}`,
    ...(original === undefined ? [] : [`Original-Recipient: rfc822;${original}`]),
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${diagnostic ?? `550 ${status} <${final}>... User Unknown`}`,
  ]);
  return mailOf(
    'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
    'To: bounce@example.com',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.example.net.',
    "I'm sorry to have to inform you that your message could not be delivered.",
    '',
    '--B',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    ...groups,
    '',
    '--B',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: Hello',
    '',
    '--B--',
    '',
  );
}

/** Returns an abuse report (RFC 5965). */
export const complaint = (feedbackType: string, ...fields: readonly string[]): string =>
  mailOf(
    'From: feedback@isp.example',
    'Subject: FW: Hello',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '',
    '--B',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${feedbackType}`,
    'User-Agent: Some/1.0',
    'Version: 1',
    ...fields,
    '',
    '--B',
    'Content-Type: message/rfc822',
    '',
    'From: hello@example.com',
    'To: undisclosed',
    'Subject: Hello',
    '',
    'Hello',
    '--B--',
    '',
  );

/** Returns a bounce in words only, as qmail writes it. */
export const bounceInWords = (recipient: string, reply: string): string =>
  mailOf(
    'From: MAILER-DAEMON@mx.example.net',
    'Subject: failure notice',
    '',
    'Hi. This is the qmail-send program at mx.example.net.',
    "I'm afraid I wasn't able to deliver your message to the following addresses.",
    '',
    `<${recipient}>:`,
    reply,
    '',
    '--- Below this line is a copy of the message.',
    '',
    'Return-Path: <sender@example.com>',
    'To: somebody-else@example.net',
    '',
    '550 5.1.1 No such user',
  );

/** Returns an automatic reply (RFC 3834). */
export const autoReply = (): string =>
  mailOf('From: ann@example.net', 'Subject: Away', 'Auto-Submitted: auto-replied', '', 'I am away until Monday. User unknown is a band.');

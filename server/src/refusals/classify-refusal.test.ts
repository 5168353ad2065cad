import { describe, expect, it } from 'vitest';
import { classifyRefusal, enhancedCodeIn, replyCodeIn } from './classify-refusal.ts';
import type { Phase } from './refusal-words.ts';

const classOf = (text: string, phase: Phase, status: string | null = null) =>
  classifyRefusal({ code: replyCodeIn(text), enhanced: enhancedCodeIn(text) ?? status, phase, text });

/** Replies of large receivers and common servers for a dead address; they mean it in every phase. */
const HARD = [
  "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos or 550-5.1.1 unnecessary spaces. For more information, go to 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser a1-20020a05 - gsmtp",
  '550-5.2.1 The email account that you tried to reach is disabled. Learn more at 550 5.2.1 https://support.google.com/mail/?p=DisabledUser a1 - gsmtp',
  '550-5.2.1 The email account that you tried to reach is inactive. For more 550-5.2.1 information, go to 550 5.2.1 https://support.google.com/mail/?p=DisabledUser a1 - gsmtp',
  '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [AM7EUR06FT019.eop-eur06.prod.protection.outlook.com 2024-02-01T10:00:00.000Z 08DC22]',
  '550 Requested action not taken: mailbox unavailable (-1073741824:2208:-2147467259)',
  '550 5.4.1 Recipient address rejected: Access denied. For more information see https://aka.ms/EXOSmtpErrors [DB5EUR01FT011.eop-EUR01.prod.protection.outlook.com]',
  '550 5.4.1 [gone@example.com]: Recipient address rejected: Access denied [BL2NAM02FT061.eop-nam02.prod.protection.outlook.com]',
  '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient gone@example.com not found by SMTP address lookup',
  '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found',
  '550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found',
  '550 5.1.351 Remote server returned unknown or invalid recipient -> 550 5.1.1 User unknown',
  "554 delivery error: dd This user doesn't have a yahoo.com account (gone@yahoo.com) [0] - mta1061.mail.ne1.yahoo.com",
  '554 delivery error: dd Sorry, your message to gone@yahoo.com cannot be delivered. This mailbox is disabled (554.30). - mta4089.mail.bf1.yahoo.com',
  '554 30 Sorry, your message to gone@aol.com cannot be delivered. This mailbox is disabled (554.30)',
  '554 delivery error: dd Sorry your message to gone@yahoo.com cannot be delivered. This account has been disabled or discontinued [#102]. - mta1203.mail.gq1.yahoo.com',
  '552 1 Requested mail action aborted, mailbox not found',
  '550 5.1.1 <gone@icloud.com>: user does not exist',
  '550 5.1.1 unknown or illegal alias: gone@me.com',
  '550 5.1.6 recipient no longer on server: gone@mac.com',
  '550 Requested action not taken: mailbox unavailable For explanation visit https://postmaster.gmx.net/en/case?c=r0601',
  '550 Message was not accepted -- invalid mailbox. Local mailbox gone@mail.ru is unavailable: user not found',
  '550 Message was not accepted -- invalid mailbox.  Local mailbox gone@mail.ru is unavailable: user is terminated',
  '550 5.1.1 <gone@rambler.ru>: Recipient address rejected: User unknown in virtual mailbox table',
  '550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000728',
  '550 The recipient may contain a non-existent account, please check the recipient address. http://service.mail.qq.com/detail/122/169',
  '550 User not found: gone@163.com',
  '550 MI:IUE Invalid user error: mailbox not exist gone@126.com',
  '550 5.1.1 <gone@seznam.cz>: Recipient address rejected: User unknown in relay recipient table',
  '550 5.1.1 <gone@comcast.net> Account not available',
  '550 5.1.1 Not our Customer',
  '550 5.1.1 <gone@orange.fr> Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]',
  '550 5.5.0 Utilisateur inconnu',
  "550 5.1.0 L'adresse de messagerie n'existe pas",
  '553 5.3.0 <gone@example.net>... Addressee unknown, relay=[192.0.2.1]',
  '550 5.1.1 <gone@laposte.net>: Recipient address rejected: User unknown',
  '550 5.1.1 gone@libero.it recipient rejected - destinatario sconosciuto',
  '553 5.1.1 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
  '550 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
  '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [abcDEF123.uk44]',
  '550 5.1.1 <gone@example.com>... User Unknown',
  '550 5.1.1 User Unknown (proofpoint)',
  '550 #5.1.0 Address rejected.',
  '550 #5.1.0 Address rejected gone@example.com',
  '550 permanent failure for one or more recipients (gone@example.com:550 5.1.1 User unknown)',
  '550 5.1.1 <gone@example.com>: Email address could not be found, or was misspelled (G8)',
  '550 5.1.1 Mailbox does not exist',
  '550 5.1.1 Recipient address does not exist',
  '550 5.1.1 RCP-P1 http://postmaster.facebook.com/response_codes?ip=192.0.2.54#rcp Recipient address does not exist',
  '550 5.1.1 <gone@example.org>: Recipient address rejected: undeliverable address: host mx.example.org[192.0.2.1] said: 550 5.1.1 <gone@example.org> User unknown (in reply to RCPT TO command)',
  '554 5.1.1 <gone@example.org>: Recipient address rejected: User unknown in local recipient table',
  '550 Unrouteable address',
  '550 unrouteable mail domain "example.invalid"',
  '550 5.1.1 gone@example.de User does not exist',
  '550 5.1.3 Invalid recipient address',
  '550 5.1.2 <gone@nowhere.example>: Recipient address rejected: Domain not found',
  '556 5.1.10 Recipient address has null MX',
  '550 No such recipient here',
  '550 <gone@example.com> is not a valid mailbox',
  '550 5.1.1 This email address does not exist at this server',
  '550 Account closed due to inactivity. No forwarding information is available.',
  '550 5.2.1 Mailbox disabled for this recipient',
  '550 5.2.1 Account Closed, Please Remove',
  '550 Gebruiker onbekend',
  '550 Empfänger unbekannt',
  '550 Нет такого пользователя',
  '550 5.1.1 用户不存在',
  '550 El usuario no existe',
  '550 5.1.1 The user you are trying to contact no longer works here',
] as const;

/** Generic phrases: at RCPT they come from the directory, but for a mail they may stand for anything. */
const HARD_AT_RCPT = [
  '550 5.7.1 No such user!',
  '550 No such user here',
  '550 Unknown user gone@docomo.example',
  '550 <gone@example.net>: User unknown',
  '553 5.3.0 <gone@example.net>... No such user here',
  '550 5.2.1 <gone@example.net>... User Unknown',
  '550 <gone@example.net>: Recipient address rejected.',
] as const;

/** Said of the address of a living person: taking one of these for hard would block their mail forever. */
const NOT_HARD = {
  soft: [
    "452-4.2.2 The recipient's inbox is out of storage space. Please direct the 452-4.2.2 recipient to 452 4.2.2 https://support.google.com/mail/?p=OverQuotaTemp",
    "552-5.2.2 The recipient's inbox is out of storage space and inactive. Please 552-5.2.2 direct the recipient to 552 5.2.2 https://support.google.com/mail/?p=OverQuotaPerm c2 - gsmtp",
    '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail originating 421 4.7.28 from your IP address',
    '550 5.2.2 <full@example.com>... Mailbox Full',
    '552 Requested mail action aborted: exceeded storage allocation. Quota exceeded',
    '550 5.2.2 STOREDRV.Deliver; mailbox full. The following information should help',
    '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
    '552 5.2.2 over quota: user full@web.de',
    '422 The recipient mailbox has exceeded its storage limit',
    '550 Mailbox is frozen. See http://mail.i.ua/err/3/',
    '550 User suspended: locked@163.com',
    '550 5.7.1 <a@b.example>: Recipient address rejected: User temporary locked. Please try again later!',
    '421 4.7.0 [TSS04] Messages from 192.0.2.25 temporarily deferred due to unexpected volume or user complaints',
    '451 4.7.1 Greylisting in action, please come back later',
    '450 4.1.1 <a@example.com>: Recipient address rejected: unverified address: connect to mx: Connection refused',
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly',
    '451 4.3.0 Mail server temporarily rejected message',
    '550 5.4.7 Message expired: retry timeout exceeded',
  ],
  policy: [
    '550-5.7.1 [192.0.2.22 18] Our system has detected that this message is 550-5.7.1 likely suspicious due to the very low reputation of the sending IP 550 5.7.1 address.',
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated. 550 5.7.26 https://support.google.com/mail/answer/81126',
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
    "550 SC-001 (BAY004-MC1F38) Unfortunately, messages from 192.0.2.1 weren't sent. Please contact your Internet service provider since part of their network is on our block list.",
    '550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this list please visit https://sender.office.com',
    '550 5.7.509 Access denied, sending domain [EXAMPLE.JP] does not pass DMARC verification and has a DMARC policy of reject.',
    '550 5.7.64 TenantAttribution; Relay Access Denied',
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
    '550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy',
    '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.',
    '554 5.7.9 Message not accepted for policy reasons. See https://senders.yahooinc.com/error-codes',
    "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list; see https://postmaster.yahooinc.com/error-codes",
    '554 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137',
    '550 5.7.1 Your email was rejected due to having a domain present in the Spamhaus DBL -- see https://www.spamhaus.org/query/domain/example.com',
    '554 Transaction failed Reject due to policy restrictions. For explanation visit https://postmaster.gmx.net/en/case?c=hi',
    '554-gmx.net (mxgmx016) Nemesis ESMTP Service not available 554-No SMTP service 554-Bad DNS PTR resource record. 554 For explanation visit https://postmaster.gmx.net',
    '550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=abc or report details to abuse@corp.mail.ru. Error code: ABC',
    '550 5.7.1 This message was not accepted due to domain example.com owner DMARC policy (RFC 7489)',
    '554 5.7.1 [1] Message rejected under suspicion of SPAM; https://ya.cc/1IrBc',
    '550 Ip frequency limited [abc Blocked IP 192.0.2.22]. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000725',
    '550 Mail content denied. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000726',
    '554 DT:SPM 163 mx1, please see http://mail.163.com/help/help_spam_16.htm?ip=192.0.2.1',
    '550 5.1.0 <bounce@mailer.example.com> sender rejected. AUP#CDRBL',
    '550 5.1.8 <root@host.invalid>: Sender address rejected: Domain not found',
    '550-Verification failed for <a@sender.example> 550-No Such User Here 550 Sender verify failed',
    '550 Administrative prohibition',
    '550 Administrative prohibition - unable to validate recipient',
    '550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)',
    '550 your IP 192.0.2.1 is listed at zen.spamhaus.org',
    '550 rate limited',
    '550 5.7.1 Virus detected in message',
    '550 message contains virus Eicar-Test-Signature',
    '550 Your message was rejected because of your poor repute',
    "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.1',
    '553 5.1.3 http://www.spamhaus.org/query/bl?ip=192.0.2.222',
    '554 5.7.1 <a@example.com>: Relay access denied',
    '550 relay not permitted',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '550 5.7.1 Client host rejected: cannot find your reverse hostname',
    '550 5.7.25 <a@example.com>: Recipient address rejected: Reverse DNS validation failed',
    '550 5.7.1 <a@example.com>: Recipient address rejected: Access denied',
    '554 Email rejected due to security policies - https://community.mimecast.com/docs/DOC-1369#554',
    '550 Rejected by header based manually Blocked Senders - https://community.mimecast.com/docs/DOC-1369#550',
    '550 5.7.1 Message content rejected, UBE, id=00000-22-225',
    '552 5.3.4 Message size exceeds fixed limit',
    '554 5.6.0 Message contains bare LF',
    '550 too many invalid recipients from your host',
    '550 5.7.23 The message was rejected because of Sender Policy Framework violation -> 550 5.7.1 SPF check failed',
    '550 Unauthenticated senders not allowed',
    '554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tobr@rx.t-online.de to clarify.) (BL)',
    '550-5.2.1 The user you are trying to contact is receiving mail at a rate that 550 5.2.1 prevents additional messages from being delivered.',
    '550 Rejected',
    '554 Transaction failed',
    '550',
  ],
} as const;

const PHASES = ['rcpt', 'data'] as const;

describe.each(PHASES)('a refusal (%s)', (phase) => {
  it.each(HARD)('holds the address for dead: %s', (reply) => {
    expect(classOf(reply, phase)).toBe('hard');
  });

  it.each(NOT_HARD.soft)('holds the mailbox for one that gets mail again: %s', (reply) => {
    expect(classOf(reply, phase)).toBe('soft');
  });

  it.each(NOT_HARD.policy)('holds nothing against the address: %s', (reply) => {
    expect(classOf(reply, phase)).toBe('policy');
  });
});

describe('a formula alone', () => {
  it.each(HARD_AT_RCPT)('counts at RCPT: %s', (reply) => {
    expect(classOf(reply, 'rcpt')).toBe('hard');
    expect(classOf(reply, 'data')).not.toBe('hard');
  });

  it.each([
    ['550 <gone@example.net>: User unknown', null, 'hard'],
    ['550 Unknown user gone@example.net', '5.1.1', 'hard'],
    ['550 Unknown user gone@example.net', '5.0.0', 'policy'],
    ['550 : User unknown', '5.0.0', 'policy'],
    ['550 5.2.1 <gone@example.net>... User Unknown', null, 'soft'],
    ['550 5.7.1 <gone@example.net>: Recipient address rejected: User unknown', null, 'policy'],
    ['550 Requested action not taken: mailbox unavailable', '5.5.0', 'hard'],
    ['550 Requested action not taken: mailbox unavailable', null, 'policy'],
  ] as const)('counts in a report by what else proves it: %s, %s', (reply, status, expected) => {
    expect(classOf(reply, 'unknown', status)).toBe(expected);
  });
});

describe('a refusal before any recipient was named', () => {
  it.each(['550 5.1.1 User unknown', '553 example.com does not exist', '550 5.1.1 Mailbox does not exist'])(
    'says nothing of one: %s',
    (reply) => {
      expect(classOf(reply, 'mail')).toBe('policy');
    },
  );
});

describe('codes', () => {
  it.each([
    ['550 5.1.1', 'hard'],
    ['550 5.1.6', 'hard'],
    ['550 5.2.2', 'soft'],
    ['550 5.4.7', 'soft'],
    ['550 5.7.1', 'policy'],
    ['550 5.0.0', 'policy'],
    ['550 5.5.0', 'policy'],
    ['450 4.1.1', 'soft'],
  ] as const)('decide where there are no words: %s', (reply, expected) => {
    expect(classOf(reply, 'rcpt')).toBe(expected);
  });

  it('are those of the innermost reply', () => {
    expect(enhancedCodeIn("5.1.0 - Unknown address error 550-'5.7.1 <a@b.example>... Access denied'")).toBe('5.7.1');
    expect(enhancedCodeIn('554 4.4.7 Message expired <421 4.4.2 Connection timed out>')).toBe('4.4.7');
    expect(enhancedCodeIn('Sorry, no mailbox here by that name. (#5.1.1)')).toBe('5.1.1');
    expect(enhancedCodeIn('550 mail from 5.1.1.9 refused')).toBeNull();
  });
});

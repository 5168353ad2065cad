// The parts of nodemailer that its package has no names for: a release may move them.

export { wrap as wrapBase64 } from 'nodemailer/lib/base64';
export { default as RelaxedBody } from 'nodemailer/lib/dkim/relaxed-body';
export { default as MailComposer, type MailComposerAttachment } from 'nodemailer/lib/mail-composer';
export type { default as MailMessage } from 'nodemailer/lib/mailer/mail-message';
export { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs';
export { default as MimeNode } from 'nodemailer/lib/mime-node';
export { default as SMTPConnection, type SMTPConnectionEnvelope } from 'nodemailer/lib/smtp-connection';
export { default as SMTPPool, type SMTPPoolSentMessageInfo } from 'nodemailer/lib/smtp-pool';

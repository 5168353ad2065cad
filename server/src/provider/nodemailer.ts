// The internals of nodemailer that its package does not export: a release may move them.

import type { Socket } from 'node:net';

/** The options of a nodemailer connection. */
export interface SmtpConnectionParts {
  readonly _socket: Socket;
  readonly _onSocketData: (chunk: Buffer) => void;
  readonly _onSocketTimeout: () => void;
  readonly _onSocketClose: () => void;
  readonly _onSocketEnd: () => void;
  readonly _onSocketError: (error: Error) => void;
  /** Replies not handled yet. */
  _responseQueue: string[];
}

export { wrap as wrapBase64 } from 'nodemailer/lib/base64';
export { default as RelaxedBody } from 'nodemailer/lib/dkim/relaxed-body';
export { default as MailComposer, type MailComposerAttachment } from 'nodemailer/lib/mail-composer';
export { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs';
export { default as MimeNode } from 'nodemailer/lib/mime-node';
export { default as SMTPConnection } from 'nodemailer/lib/smtp-connection';

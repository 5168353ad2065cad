import { type SigningKey, signMail } from './dkim.ts';
import { composeMail, type MailInput } from './mime.ts';

/** What a mail is made of. */
export interface MailToMake {
  readonly input: MailInput;
  readonly signing: SigningKey;
}

/** Builds and signs a mail as it goes over the wire. */
export const makeMail = async ({ input, signing }: MailToMake): Promise<Buffer> => signMail(await composeMail(input), signing);

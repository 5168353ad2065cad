import { composeMail, type MailInput } from './compose-mail.ts';
import { type SigningKey, signMail } from './sign-mail.ts';

/** What a mail is made of. */
export interface MailToMake {
  readonly input: MailInput;
  readonly signing: SigningKey;
}

/** Builds and signs a mail as it goes over the wire. `breathe`: what each of the two waits for first. */
export async function makeMail({ input, signing }: MailToMake, breathe: () => Promise<void> = async () => undefined): Promise<Buffer> {
  await breathe();
  const raw = await composeMail(input);
  await breathe();
  return signMail(raw, signing);
}

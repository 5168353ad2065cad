import { composeMail, type MailInput } from './compose-mail.ts';
import { type SigningKey, signMail } from './sign-mail.ts';

/** What a mail is made of. */
export interface MailToMake {
  readonly input: MailInput;
  readonly signing: SigningKey;
}

/** Builds and signs a mail as it goes over the wire. `yieldIfBusy`: what each of the two waits for first. */
export async function makeMail({ input, signing }: MailToMake, yieldIfBusy: () => Promise<void> = async () => undefined): Promise<Buffer> {
  await yieldIfBusy();
  const raw = await composeMail(input);
  await yieldIfBusy();
  return signMail(raw, signing);
}

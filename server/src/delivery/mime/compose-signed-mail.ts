import { composeMail, type MailInput } from './compose-mail.ts';
import { type SigningKey, signMail } from './sign-mail.ts';

/** A mail before it is composed, and the key to sign it with. */
export interface MailToSign {
  readonly input: MailInput;
  readonly signing: SigningKey;
}

/** Composes and signs a mail. Returns it as it is transmitted. `yieldIfBusy` is awaited before each of the two steps. */
export async function composeSignedMail(
  { input, signing }: MailToSign,
  yieldIfBusy: () => Promise<void> = async () => undefined,
): Promise<Buffer> {
  await yieldIfBusy();
  const raw = await composeMail(input);
  await yieldIfBusy();
  return signMail(raw, signing);
}

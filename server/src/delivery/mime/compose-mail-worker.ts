import { createCollector } from '../../core/workers/collect-garbage.ts';
import { serveTasks } from '../../core/workers/serve-tasks.ts';
import type { MailAttachment } from './compose-mail.ts';
import { composeSignedMail, type MailToSign } from './compose-signed-mail.ts';
import type { ComposedMail } from './composer.ts';

const collect = createCollector();

/** A Buffer arrives from another thread as a Uint8Array. */
const asBuffer = ({ content, ...attachment }: MailAttachment): MailAttachment => ({
  ...attachment,
  content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
});

async function make({ input, signing }: MailToSign): Promise<ComposedMail> {
  try {
    const raw = new Uint8Array(await composeSignedMail({ input: { ...input, attachments: input.attachments.map(asBuffer) }, signing }));
    collect(raw.length);
    return { raw };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

async function* perform(mail: MailToSign): AsyncIterable<ComposedMail> {
  yield await make(mail);
}

serveTasks(perform, (composed) => ('raw' in composed ? [composed.raw.buffer] : []));

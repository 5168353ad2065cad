import { isAscii } from 'node:buffer';
import { Duplex, Readable } from 'node:stream';
import type { MailMessage, SMTPConnectionEnvelope, SMTPPoolSentMessageInfo } from './nodemailer.ts';
import type { OutgoingMail, SendOptions } from './provider.ts';
import type { SmtpEnd } from './smtp-reply.ts';

const SLICE_BYTES = 64 * 1024;

function* slices(raw: Buffer): Generator<Buffer> {
  for (let start = 0; start < raw.length; start += SLICE_BYTES) yield raw.subarray(start, start + SLICE_BYTES);
}

/** The slices, once they may begin. */
async function* slicesWhen(mayBegin: () => Promise<boolean>, raw: Buffer): AsyncGenerator<Buffer> {
  if (!(await mayBegin())) throw new Error('the mail was not to be begun');
  yield* slices(raw);
}

/** A mail in the form in which nodemailer's pool takes it, and what is known of its way afterwards. */
export interface Transmission {
  readonly mail: MailMessage<SMTPPoolSentMessageInfo>;
  /** Gives the mail up, and the connection it is on. */
  abort(): void;
  /** Gives the mail up unless its content is begun, or about to be. */
  breakOff(): void;
  progress(): Pick<SmtpEnd, 'envelope' | 'transmitted' | 'brokenOff'>;
}

interface TransmissionOptions extends SendOptions {
  /** Called when a connection begins with the envelope. */
  onStart(): void;
}

/** Bytes that tell where they are piped to: whatever dot-stuffs them and writes them to the connection. */
function watchedSource(content: AsyncIterable<Buffer>) {
  const source = Readable.from(content, { objectMode: false });
  const pipe = source.pipe.bind(source);
  let channel: Duplex | undefined;
  source.pipe = (destination, options) => {
    if (destination instanceof Duplex) channel = destination;
    return pipe(destination, options);
  };
  // All of it is on the connection once the channel has taken its last byte in and has none left to give.
  return { source, isDrained: () => channel?.writableFinished === true && channel.readableLength === 0 };
}

export function createTransmission({ envelope, messageId, raw }: OutgoingMail, { onStart, beforeData }: TransmissionOptions): Transmission {
  const controller = new AbortController();
  // The connection writes the replies to RCPT into the envelope it is given.
  let noted: Partial<SMTPConnectionEnvelope> = {};
  let isDrained = () => false;
  let begun = false;
  let brokenOff = false;
  async function mayBegin(): Promise<boolean> {
    begun = true;
    const may = await beforeData();
    brokenOff = !may;
    return may;
  }
  const mail = {
    data: { signal: controller.signal },
    message: {
      getHeader: () => undefined,
      messageId: () => messageId,
      getEnvelope: () => {
        onStart();
        noted = { from: envelope.from, to: [...envelope.to], size: raw.length, use8BitMime: !isAscii(raw) };
        return noted;
      },
      createReadStream: () => {
        const watched = watchedSource(slicesWhen(mayBegin, raw));
        isDrained = watched.isDrained;
        return watched.source;
      },
    },
  };
  return {
    // Safe because the pool asks nothing of a mail but these.
    mail: mail as unknown as MailMessage<SMTPPoolSentMessageInfo>,
    abort: () => controller.abort(),
    breakOff: () => {
      if (begun) return;
      brokenOff = true;
      controller.abort();
    },
    progress: () => ({ envelope: noted, transmitted: isDrained(), brokenOff }),
  };
}

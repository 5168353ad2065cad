import { onTestFinished } from 'vitest';
import type { HandOver, OutgoingMail, Provider } from '../../../server/src/provider/provider.ts';
import { createSmtpProvider, type SmtpProviderOptions } from '../../../server/src/provider/smtp-provider.ts';
import { type Script, type SmtpScript, startSmtpScript } from './smtp-script.ts';
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from './smtp-sink.ts';

/** Starts a sink for the test. */
export async function useSink(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  onTestFinished(sink.close);
  return sink;
}

export async function useScript(changes: Script = {}): Promise<SmtpScript> {
  const script = await startSmtpScript(changes);
  onTestFinished(script.close);
  return script;
}

export function useProvider(url: string, options: Partial<SmtpProviderOptions> = {}): Provider {
  const provider = createSmtpProvider({ url, log: { error: () => undefined, warn: () => undefined }, timeouts: { drain: 50 }, ...options });
  onTestFinished(provider.close);
  return provider;
}

/** Returns a mail to a, or to the given names, at rcpt.example. */
export function mailTo(names: readonly string[] = ['a'], raw = 'Subject: x\r\n\r\nHello\r\n'): OutgoingMail {
  const to = names.map((name) => `${name}@rcpt.example`);
  const envelope = { from: 'bounce@send.example', to };
  return { tenantId: 'ten_1', messageId: 'msg_1', from: 'news@send.example', subject: 'x', envelope, raw: Buffer.from(raw) };
}

/** Returns the replies in short form: `a accepted`, `b refused recipient 550`. */
export function summary({ replies }: HandOver): string[] {
  return replies.map((reply) => {
    const [name] = reply.email.split('@');
    return reply.outcome === 'accepted' ? `${name} accepted` : `${name} ${reply.outcome} ${reply.about} ${reply.code}`;
  });
}

import type { SmtpSettings } from '../smtp-url.ts';
import { type ConnectionOptions, openConnection } from './open-connection.ts';

export interface GreetOptions extends Pick<ConnectionOptions, 'hostname' | 'ca'> {
  /** How long each step may take. */
  readonly timeoutMs: number;
}

/** Connects and logs in as delivery does, and quits; returns whether that was over TLS. Throws an SmtpFault. */
export async function greetServer(settings: SmtpSettings, { timeoutMs, ...options }: GreetOptions): Promise<boolean> {
  const timeouts = { connect: timeoutMs, greeting: timeoutMs, silence: timeoutMs };
  const { socket, secure } = await openConnection({ ...options, settings, timeouts }).ready;
  // The result of QUIT does not matter.
  socket.on('error', () => undefined);
  socket.end('QUIT\r\n', () => socket.destroy());
  return secure;
}

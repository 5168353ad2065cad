import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { SMTPServer } from 'smtp-server';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Listener } from '../feature.ts';

/** Where an SMTP server listens. */
export interface SmtpPlace {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The name of the setting. */
  readonly settings: { readonly host: keyof Config; readonly port: keyof Config };
}

/** How long mail under way has to be answered. */
export const GRACE_MS = 3000;

/** Names the setting at fault. */
function toConfigError({ code = '', message }: NodeJS.ErrnoException, { port, settings }: SmtpPlace): ConfigError {
  if (code === 'EADDRINUSE') return new ConfigError(`${settings.port}: ${port} is taken; set one that is free`);
  const setting = code === 'EACCES' ? settings.port : settings.host;
  return new ConfigError(`${setting}: cannot listen: ${message}`);
}

/** Sends home who hands nothing over, and waits for the others. */
function closeServer(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const connection of server.connections) {
      if (connection.session.envelope.mailFrom !== false) continue;
      connection.send(421, '4.3.2 Shutting down');
      connection.close();
    }
  });
}

/** Starts a server; closing it accepts no further mail and resolves when mail under way is answered, or after 3 s. */
export async function openSmtp(server: SMTPServer, place: SmtpPlace, onClose: () => void): Promise<Listener> {
  const listener = server.listen(place.port, place.host);
  await once(listener, 'listening').catch((error: NodeJS.ErrnoException) => {
    onClose();
    throw toConfigError(error, place);
  });
  // Safe because it listens on a port.
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    close: () => {
      onClose();
      return closeServer(server);
    },
  };
}

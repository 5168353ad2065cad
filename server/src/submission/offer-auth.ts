import type { SMTPServer } from 'smtp-server';

const AUTH = /^AUTH /;

/**
 * Has AUTH offered over TLS alone (RFC 4954, section 4): clients send their key where it is offered in the clear, which the library
 * does, though it takes none.
 */
export function offerAuthOverTls(server: SMTPServer, sessionId: string): void {
  for (const connection of server.connections) {
    if (connection.session.id !== sessionId) continue;
    const send = connection.send.bind(connection);
    connection.send = (code, data, context) => {
      const isOffer = Array.isArray(data) && !connection.session.secure;
      send(code, isOffer ? data.filter((line) => !AUTH.test(line)) : data, context);
    };
  }
}

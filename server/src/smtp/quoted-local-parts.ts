import type { SMTPServer } from 'smtp-server';

type Connection = SMTPServer['connections'] extends Set<infer One> ? One : never;

/** A command with a path, past a source route up to its local part in quotes (RFC 5321, section 4.1.2); as over HTTP, without what delimits paths. */
const QUOTED = /^([^<>"]*<(?:@[^<>"\s]*:)?)("(?:[ !#-;=?-[\]-~]|\\[ -;=?-~])+")@/;
/** Replaces a quoted local part for the library, which takes a blank or an @ in quotes for the end of an address. */
const STAND_IN = 'quoted';

/** Makes the server accept quoted local parts as they are, whatever they contain. */
export function readQuotedLocalParts(connection: Connection): void {
  const parse = connection._parseAddressCommand.bind(connection);
  connection._parseAddressCommand = (name, command) => {
    const text = command.toString();
    const [whole = '', before = '', quoted = ''] = QUOTED.exec(text) ?? [];
    if (quoted === '') return parse(name, command);
    const parsed = parse(name, `${before}${STAND_IN}@${text.slice(whole.length)}`);
    return parsed && { ...parsed, address: `${quoted}${parsed.address.slice(STAND_IN.length)}` };
  };
}

import { describe, expect, it } from 'vitest';
import { reasonOf } from './reason-of.ts';

describe('reasonOf', () => {
  it.each([
    ['40B7:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/record.c:354:', 'TLS: wrong version number'],
    [
      'write EPROTO 40B7:error:0A000410:SSL routines:ssl3_read_bytes:handshake failure:../record.c:9:SSL alert 40\n',
      'TLS: handshake failure',
    ],
    ['40B7:error:0A0000C6:SSL routines::packet length too long:record.c:1:', 'TLS: packet length too long'],
    ['A:error:B:SSL routines:no_reason', 'A:error:B:SSL routines:no_reason'],
    ['A:error:B:SSL routines:f:unterminated', 'A:error:B:SSL routines:f:unterminated'],
    ['A:error:B:SSL routines:f:  :record.c:1:', 'A:error:B:SSL routines:f:  :record.c:1:'],
    ['550 your mail:SSL routines:f:was great:', '550 your mail:SSL routines:f:was great:'],
    ['self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca', 'self-signed certificate'],
    ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  ])('of %s', (message, reason) => {
    expect(reasonOf(new Error(message))).toBe(reason);
  });

  it('is that of the first cause', () => {
    expect(reasonOf(new Error('c', { cause: new Error('b', { cause: new Error('a') }) }))).toBe('a');
    expect(reasonOf('gone')).toBe('gone');
    const own = new Error('own');
    own.cause = own;
    expect(reasonOf(own)).toBe('own');
  });
});

import { expect, it } from 'vitest';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { toConfigError } from './open-fault.ts';

const lookUpFault = (code: string) =>
  Object.assign(new Error(`getaddrinfo ${code} db.example.com`), { code, syscall: 'getaddrinfo', hostname: 'db.example.com' });

it.each([
  ['ENOTFOUND', 'there is no host of this name'],
  ['EAI_AGAIN', 'no name server answers for this name'],
])('says of a name that cannot be looked up (%s) which it is, and what to do', (code, what) => {
  const line = `DATABASE_URL: the database cannot be used: db.example.com: ${what} (${code}); correct the host, or the DNS of this machine`;
  for (const error of [lookUpFault(code), new Unavailable(lookUpFault(code))]) expect(toConfigError(error).message).toBe(line);
});

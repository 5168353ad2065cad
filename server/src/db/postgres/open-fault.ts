import { ConfigError } from '../../config-error.ts';
import { Unavailable } from '../../core/unavailable.ts';

/** What a look-up of a host's name came to, by the code of its error. */
const NAME_FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'no name server answers for this name',
};

const isNameFault = (error: unknown): error is Error & { readonly code: string; readonly hostname: string } =>
  error instanceof Error && 'hostname' in error && 'code' in error && Object.hasOwn(NAME_FAULTS, String(error.code));

/** What the driver says, without its stack; several addresses that refuse have only a code. */
function describe(fault: unknown): string {
  if (isNameFault(fault))
    return `${fault.hostname}: ${NAME_FAULTS[fault.code]} (${fault.code}); correct the host, or the DNS of this machine`;
  if (!(fault instanceof Error)) return String(fault);
  return fault.message.split('\n', 1)[0] || ('code' in fault ? String(fault.code) : fault.name);
}

/** Returns what stands in the way of using a database, as a line for the operator. */
export function toConfigError(error: unknown): ConfigError {
  if (error instanceof ConfigError) return error;
  const fault = error instanceof Unavailable ? error.cause : error;
  return new ConfigError(`DATABASE_URL: the database cannot be used: ${describe(fault)}`);
}

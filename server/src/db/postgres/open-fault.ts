import { ConfigError } from '../../config/config-error.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';

/** Causes of a failed host name look-up, by error code. */
const NAME_FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'no name server answers for this name',
};

const isNameFault = (error: unknown): error is Error & { readonly code: string; readonly hostname: string } =>
  error instanceof Error && 'hostname' in error && 'code' in error && Object.hasOwn(NAME_FAULTS, String(error.code));

/** The driver's message without its stack; if several addresses refuse, there is only a code. */
function describe(fault: unknown): string {
  if (isNameFault(fault))
    return `${fault.hostname}: ${NAME_FAULTS[fault.code]} (${fault.code}); correct the host, or the DNS of this machine`;
  if (!(fault instanceof Error)) return String(fault);
  return fault.message.split('\n', 1)[0] || ('code' in fault ? String(fault.code) : fault.name);
}

/** Returns why a database cannot be used, as a line for the operator. */
export function toConfigError(error: unknown): ConfigError {
  if (error instanceof ConfigError) return error;
  const fault = error instanceof Unavailable ? error.cause : error;
  return new ConfigError(`DATABASE_URL: the database cannot be used: ${describe(fault)}`);
}

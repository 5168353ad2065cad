import { delimiter, dirname } from 'node:path';

/** The settings for reaching the registry. npm passes these on to its commands; pnpm reads them only under its own prefix. */
const NETWORK = /^npm_config_(registry|cafile|ca|proxy|https_proxy|noproxy|strict_ssl|userconfig)$/i;
const KEPT = /^npm_config_(cache|globalconfig)$/i;

/** Returns the environment for commands: npm's other variables of the outer run would affect the inner one. */
export function childEnvironment(node, given = process.env) {
  const own = Object.entries(given).filter(([name]) => !/^npm_/i.test(name) || NETWORK.test(name) || KEPT.test(name));
  return { ...Object.fromEntries(own), PATH: `${dirname(node)}${delimiter}${given.PATH ?? ''}` };
}

/** Returns the environment for an installation with npm or pnpm. */
export function installEnvironment(node, given = process.env) {
  const environment = childEnvironment(node, given);
  for (const [name, value] of Object.entries(environment)) {
    const setting = NETWORK.exec(name)?.[1];
    if (setting !== undefined && value !== '') environment[`pnpm_config_${setting.toLowerCase()}`] ??= value;
  }
  return { ...environment, CI: 'true' };
}

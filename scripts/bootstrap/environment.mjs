import { delimiter, dirname } from 'node:path';

/** How to reach the registry. npm hands these on to what it runs; pnpm reads them under its own prefix only. */
const NETWORK = /^npm_config_(registry|cafile|ca|proxy|https_proxy|noproxy|strict_ssl|userconfig)$/i;
const KEPT = /^npm_config_(cache|globalconfig)$/i;

/** The environment of the commands: npm's other variables of the outer run would steer the inner one. */
export function childEnvironment(node, given = process.env) {
  const own = Object.entries(given).filter(([name]) => !/^npm_/i.test(name) || NETWORK.test(name) || KEPT.test(name));
  return { ...Object.fromEntries(own), PATH: `${dirname(node)}${delimiter}${given.PATH ?? ''}` };
}

/** The environment of an installation, by npm or by pnpm. */
export function installEnvironment(node, given = process.env) {
  const environment = childEnvironment(node, given);
  for (const [name, value] of Object.entries(environment)) {
    const setting = NETWORK.exec(name)?.[1];
    if (setting !== undefined && value !== '') environment[`pnpm_config_${setting.toLowerCase()}`] ??= value;
  }
  return { ...environment, CI: 'true' };
}

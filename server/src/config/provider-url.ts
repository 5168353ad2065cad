import { z } from 'zod';
import { ConfigError } from './config-error.ts';

/**
 * The schemes of PROVIDER_URL. Each needs a line where providers are created, where they are named and where doctor checks them, which
 * the type checker enforces.
 */
const providerForms = { 'capture:': /^capture:$/, 'smtp:': /^smtp:\/\/.+$/, 'smtps:': /^smtps:\/\/.+$/ };
export type ProviderScheme = keyof typeof providerForms;

const NO_PROVIDER = 'must be capture: or smtp://…';

const findProviderScheme = (url: string): ProviderScheme | undefined =>
  (Object.keys(providerForms) as ProviderScheme[]).find((scheme) => providerForms[scheme].test(url));

export const providerUrl = z.string().refine((url) => findProviderScheme(url) !== undefined, NO_PROVIDER);

/** Returns the scheme of the configured provider. */
export function providerSchemeOf({ PROVIDER_URL: url }: { readonly PROVIDER_URL: string }): ProviderScheme {
  const scheme = findProviderScheme(url);
  if (scheme === undefined) throw new ConfigError(`PROVIDER_URL: ${NO_PROVIDER}`);
  return scheme;
}

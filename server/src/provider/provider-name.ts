import { type Config, type ProviderScheme, providerSchemeOf } from '../config.ts';
import { parseSmtpUrl } from './smtp-url.ts';

type NamedConfig = Pick<Config, 'PROVIDER_URL'>;

function nameServer({ PROVIDER_URL: url }: NamedConfig): string {
  const { host, port, implicitTls } = parseSmtpUrl(url);
  return `${implicitTls ? 'smtps' : 'smtp'}://${host}:${port}`;
}

const names: { readonly [S in ProviderScheme]: (config: NamedConfig) => string } = {
  'capture:': () => 'capture',
  'smtp:': nameServer,
  'smtps:': nameServer,
};

/** Returns what the provider is called where people see it: never with its user or password. */
export const providerNameOf = (config: NamedConfig): string => names[providerSchemeOf(config)](config);

import type { Config } from '../config/config.ts';
import { type ProviderScheme, providerSchemeOf } from '../config/provider-url.ts';
import { parseSmtpUrl } from './smtp-url.ts';

type NamedConfig = Pick<Config, 'PROVIDER_URL'>;

interface ProviderPlace {
  readonly name: string;
  /** The host that mail is sent to; null if none is sent. */
  readonly host: string | null;
}

function placeServer({ PROVIDER_URL: url }: NamedConfig): ProviderPlace {
  const { host, port, implicitTls } = parseSmtpUrl(url);
  return { name: `${implicitTls ? 'smtps' : 'smtp'}://${host}:${port}`, host };
}

const places: { readonly [S in ProviderScheme]: (config: NamedConfig) => ProviderPlace } = {
  'capture:': () => ({ name: 'capture', host: null }),
  'smtp:': placeServer,
  'smtps:': placeServer,
};

const placeOf = (config: NamedConfig): ProviderPlace => places[providerSchemeOf(config)](config);

/** Returns the name of the provider as shown to people: never with its user or password. */
export const providerNameOf = (config: NamedConfig): string => placeOf(config).name;

/** Returns the host whose name receivers look up in reverse; null if no mail is sent. */
export const providerHostOf = (config: NamedConfig): string | null => placeOf(config).host;

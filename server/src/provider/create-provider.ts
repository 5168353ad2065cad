import type { AppContext } from '../app-context.ts';
import { type ProviderScheme, providerSchemeOf } from '../config/provider-url.ts';
import { type CaptureContext, createCaptureProvider } from './capture-provider.ts';
import type { Provider } from './provider.ts';
import { createSmtpProvider } from './smtp-provider.ts';

type ProviderContext = CaptureContext & Pick<AppContext, 'config'>;

const smtp = ({ config, log }: ProviderContext) => createSmtpProvider({ url: config.PROVIDER_URL, log, hostname: config.SMTP_HOSTNAME });

const providers: { readonly [S in ProviderScheme]: (app: ProviderContext) => Provider } = {
  'capture:': createCaptureProvider,
  'smtp:': smtp,
  'smtps:': smtp,
};

/** Creates the provider of PROVIDER_URL; throws ConfigError if the URL is invalid. */
export const createProvider = (app: ProviderContext): Provider => providers[providerSchemeOf(app.config)](app);

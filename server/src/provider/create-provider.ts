import type { AppContext } from '../app-context.ts';
import { type ProviderScheme, providerSchemeOf } from '../config.ts';
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

/** The provider that PROVIDER_URL names; throws ConfigError where it cannot be one. */
export const createProvider = (app: ProviderContext): Provider => providers[providerSchemeOf(app.config)](app);

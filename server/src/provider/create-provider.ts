import type { AppContext } from '../app-context.ts';
import { type CaptureContext, createCaptureProvider } from './capture-provider.ts';
import type { Provider } from './provider.ts';
import { createSmtpProvider } from './smtp-provider.ts';

/** The provider that PROVIDER_URL names; throws ConfigError where it cannot be one. */
export function createProvider(app: CaptureContext & Pick<AppContext, 'config'>): Provider {
  const { PROVIDER_URL: url, SMTP_HOSTNAME: hostname } = app.config;
  return url === 'capture:' ? createCaptureProvider(app) : createSmtpProvider({ url, log: app.log, hostname });
}

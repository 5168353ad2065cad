import type { AppContext } from '../app-context.ts';
import { type CaptureContext, captureProvider } from './capture.ts';
import type { Provider } from './provider.ts';
import { smtpProvider } from './smtp.ts';

/** The provider that PROVIDER_URL names; throws ConfigError where it cannot be one. */
export function createProvider(app: CaptureContext & Pick<AppContext, 'config'>): Provider {
  const { PROVIDER_URL: url } = app.config;
  return url === 'capture:' ? captureProvider({ app }) : smtpProvider({ url, log: app.log });
}

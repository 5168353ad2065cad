import type { Platform } from '../platform.ts';
import { type CapturePlatform, captureProvider } from './capture.ts';
import type { Provider } from './provider.ts';
import { smtpProvider } from './smtp.ts';

/** The provider that PROVIDER_URL names; throws ConfigError where it cannot be one. */
export function createProvider(platform: CapturePlatform & Pick<Platform, 'config'>): Provider {
  const { PROVIDER_URL: url } = platform.config;
  return url === 'capture:' ? captureProvider({ platform }) : smtpProvider({ url, log: platform.log });
}

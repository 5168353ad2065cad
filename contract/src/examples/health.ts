import { API_VERSION } from '../core/version.ts';
import type { health } from '../health.ts';
import type { ResourceExamples } from './resource-examples.ts';

export const healthExamples: ResourceExamples<typeof health> = {
  check: { 200: { status: 'ok', version: API_VERSION }, 503: { status: 'unavailable', checks: { database: 'unreachable' } } },
};

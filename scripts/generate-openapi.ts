// Writes contract/openapi.json from the contract; with --check, reports whether the existing one is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { renderOpenApiDocument } from '../contract/src/openapi/openapi.ts';
import { staleness } from './openapi-file.ts';

const file = new URL('../contract/openapi.json', import.meta.url);
const current = renderOpenApiDocument();

if (process.argv.includes('--check')) {
  const fault = staleness(existsSync(file) ? readFileSync(file, 'utf8') : undefined, current);
  if (fault !== undefined) {
    console.error(fault);
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, current);
}

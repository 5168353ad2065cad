// Writes sdk/src/generated from contract/openapi.json; with --check, reports whether the existing files are up to date.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { generateSdk, sdkStaleness } from '../sdk/generator/generate.ts';

const directory = new URL('../sdk/src/generated/', import.meta.url);
const names = existsSync(directory) ? readdirSync(directory) : [];
const committed = new Map(names.map((name) => [name, readFileSync(new URL(name, directory), 'utf8')]));
const current = await generateSdk(readFileSync(new URL('../contract/openapi.json', import.meta.url), 'utf8'));

if (process.argv.includes('--check')) {
  const fault = sdkStaleness(committed, current);
  if (fault !== undefined) {
    console.error(fault);
    process.exitCode = 1;
  }
} else {
  mkdirSync(directory, { recursive: true });
  for (const name of names) if (!current.has(name)) rmSync(new URL(name, directory));
  for (const [name, text] of current) writeFileSync(new URL(name, directory), text);
}

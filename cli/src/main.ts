#!/usr/bin/env node
import { failureOf, lineOf } from './failure.ts';
import { createProgram } from './program.ts';

// A reader that went away, such as `head`, has all that it wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const isJson = process.argv.includes('--json');

try {
  await createProgram({ isJson }).parseAsync();
} catch (error) {
  const failure = failureOf(error);
  const line = lineOf(failure, isJson);
  if (line !== undefined) process.stderr.write(`${line}\n`);
  process.exitCode = failure.exitCode;
}

#!/usr/bin/env node
import { failureOf } from './failure.ts';
import { createProgram } from './program.ts';

// A reader that went away, such as `head`, has all that it wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await createProgram().parseAsync();
} catch (error) {
  const { exitCode, message } = failureOf(error);
  if (message !== undefined) process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}

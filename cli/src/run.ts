import { setSourceMapsSupport } from 'node:module';
import { failureOf, lineOf } from './failure.ts';
import { createProgram } from './program.ts';

// In a build, stack traces of the service name its sources. Dependencies are left out: the maps of a thousand files would be read.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });

// A reader that went away, such as `head`, has all that it wanted. With any other fault, output is missing.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`posthorn: stdout: ${error.message}\n`);
  process.exit(2);
});
// Nobody is left to tell.
process.stderr.on('error', () => undefined);

const isJson = process.argv.includes('--json');

try {
  await createProgram({ isJson }).parseAsync();
} catch (error) {
  const failure = failureOf(error);
  const line = lineOf(failure, { isJson });
  if (line !== undefined) process.stderr.write(`${line}\n`);
  process.exitCode = failure.exitCode;
}

// Runs the command line built from the sources, which starts in half the time that the sources themselves take.
import { pathToFileURL } from 'node:url';
import { findProgramOrSources } from './packages/built-program.ts';

const program = await findProgramOrSources();
process.argv[1] = program;
await import(pathToFileURL(program).href);

import type { TestProject } from 'vitest/node';
import { findProgram } from '../../../scripts/packages/built-program.ts';
import { type KeyPair, newRsaKeyPair } from '../../../server/src/core/crypto/key-pair.ts';
import { openRunFolder } from '../database/data-folder.ts';
import { startPostgres } from '../database/postgres.ts';
import { createTemplates, type Templates } from '../database/templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    templates: Templates;
    /** Key of every sending domain of the servers in this process, since generating one takes a tenth of a second. */
    keyPair: KeyPair;
  }
}

/** Starts one PostgreSQL for the whole run; `TEST_DATABASE_URL` names another. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFolder = openRunFolder();
  const given = process.env.TEST_DATABASE_URL;
  const server = given === undefined ? await startPostgres() : { url: given, stop: async () => undefined };
  const program = await findProgram();
  // Passed on to the processes of the tests, which are started later.
  process.env.POSTHORN_PROGRAM = program;
  const { drop, ...templates } = await createTemplates(program, server.url);
  project.provide('postgresUrl', server.url);
  project.provide('templates', templates);
  project.provide('keyPair', await newRsaKeyPair());
  return async () => {
    await drop();
    await server.stop();
    removeFolder();
  };
}

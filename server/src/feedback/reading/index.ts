// What the threads load that read mail: nothing that needs the rest of the server.
export { readReport } from './read-report.ts';
export type { ReturnedMail } from './returned-mail.ts';

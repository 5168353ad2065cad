import type { AppContext } from '../app-context.ts';
import type { Passwords } from './access/passwords.ts';

/** What the functions of people need. */
export interface PeopleParts {
  readonly app: AppContext;
  readonly passwords: Passwords;
}

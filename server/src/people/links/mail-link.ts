import type { AppContext } from '../../app-context.ts';
import { baseUrlOf } from '../../core/base-url.ts';
import { type SystemMail, systemMail } from '../../core/system-mail.ts';
import type { LinkKind } from '../person.ts';
import { linkUrl, type MadeLink } from './make-link.ts';

const SUBJECTS: Readonly<Record<LinkKind, string>> = {
  invitation: 'You are invited',
  reset: 'Choose a new password',
  recovery: 'Your way back in',
};

const SENTENCES: Readonly<Record<LinkKind, string>> = {
  invitation: 'You are invited. This link lets you in, once, for seven days:',
  reset: 'Somebody asked for a new password for this address. This link lets you choose one, once, for an hour:',
  recovery:
    'This link is the way back into your account. By it you choose a new password, once, for seven days; authenticator app, recovery codes and passkeys are removed, and wherever you are signed in you are signed out:',
};

const mailOf = (made: MadeLink, home: string): SystemMail => ({
  to: made.link.email,
  subject: SUBJECTS[made.link.kind],
  text: `${SENTENCES[made.link.kind]}\n\n${linkUrl(home, made)}\n\nIf you did not expect this mail, leave the link alone: nothing happens.\n`,
});

/** Mails a link if SYSTEM_FROM is set, and returns whether it did. The link can be copied in any case. */
export async function mailLink({ config, hooks, log }: AppContext, made: MadeLink): Promise<boolean> {
  if (config.SYSTEM_FROM === undefined) return false;
  try {
    // Uses the configured address and not the request's: strangers can request links for others, with any `Host` header.
    return (await hooks.ask(systemMail, mailOf(made, baseUrlOf(config)))).includes(true);
  } catch (error) {
    log.warn({ err: error }, 'a link could not be mailed');
    return false;
  }
}

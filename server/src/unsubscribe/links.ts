import type { AppContext } from '../app-context.ts';
import { type LinkConfig, linkPaths, linkStart } from '../mail-links/link-start.ts';
import { type UnsubscribeGrant, unsubscribeLocalPart, unsubscribeToken } from './tokens.ts';

export interface LinkContext {
  readonly config: LinkConfig;
  readonly secrets: AppContext['secrets'];
}

/** Returns the URL where a recipient ends marketing mail; it is the same for the same message, recipient and host. */
export const unsubscribeUrl = ({ config, secrets }: LinkContext, grant: UnsubscribeGrant, host?: string): string =>
  `${linkStart(config, linkPaths.unsubscribe, host)}${unsubscribeToken(secrets, grant)}`;

/** Where the service is reached from the mail of a domain. */
interface UnsubscribeHosts {
  /** Domain where it receives mail, if anywhere. */
  readonly returnPathDomain: string | null;
  readonly linkHost: string | undefined;
}

/** Returns List-Unsubscribe (RFC 2369) and List-Unsubscribe-Post (RFC 8058) for a marketing mail. */
export function unsubscribeHeaders(app: LinkContext, grant: UnsubscribeGrant, hosts: UnsubscribeHosts): Record<string, string> {
  const { returnPathDomain: mailDomain, linkHost } = hosts;
  const places = [unsubscribeUrl(app, grant, linkHost)];
  if (mailDomain !== null) places.push(`mailto:${unsubscribeLocalPart(app.secrets, grant.messageId)}@${mailDomain}?subject=unsubscribe`);
  return {
    'List-Unsubscribe': places.map((url) => `<${url}>`).join(', '),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

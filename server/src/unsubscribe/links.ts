import type { AppContext } from '../app-context.ts';
import { type LinkConfig, linkPaths, linkStart } from '../mail-links/link-start.ts';
import { type UnsubscribeGrant, unsubscribeLocalPart, unsubscribeToken } from './tokens.ts';

export interface LinkContext {
  readonly config: LinkConfig;
  readonly secrets: AppContext['secrets'];
}

/** Returns the URL where a recipient ends marketing mail; it is the same for the same message and recipient. */
export const unsubscribeUrl = ({ config, secrets }: LinkContext, grant: UnsubscribeGrant): string =>
  `${linkStart(config, linkPaths.unsubscribe)}${unsubscribeToken(secrets, grant)}`;

/**
 * Returns List-Unsubscribe (RFC 2369) and List-Unsubscribe-Post (RFC 8058) for a marketing mail. `mailDomain`: where the service receives
 * mail, if anywhere.
 */
export function unsubscribeHeaders(app: LinkContext, grant: UnsubscribeGrant, mailDomain: string | null): Record<string, string> {
  const places = [unsubscribeUrl(app, grant)];
  if (mailDomain !== null) places.push(`mailto:${unsubscribeLocalPart(app.secrets, grant.messageId)}@${mailDomain}?subject=unsubscribe`);
  return {
    'List-Unsubscribe': places.map((url) => `<${url}>`).join(', '),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

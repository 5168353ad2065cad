import { ApiError } from '../../core/errors/api-error.ts';
import { AddressRefused, findAllowedAddresses, isRefusedAddress, type TargetRules } from '../targets/allowed-addresses.ts';
import { isAddress } from '../targets/public-address.ts';

const parse = (text: string) => (URL.canParse(text) ? new URL(text) : undefined);

/** Returns why a URL is refused; undefined where it is not. A host that cannot be looked up now is let pass: every connection checks again. */
export async function checkUrl(text: string, rules: TargetRules): Promise<ApiError<'url_must_be_https' | 'url_not_allowed'> | undefined> {
  const url = parse(text);
  if (url === undefined || url.protocol !== 'https:') return new ApiError('url_must_be_https');
  if (url.username !== '' || url.password !== '') return new ApiError('url_not_allowed');
  if (isRefusedAddress(url.hostname, rules)) return new ApiError('url_not_allowed');
  if (rules.allowPrivate || isAddress(url.hostname)) return undefined;
  try {
    await findAllowedAddresses(rules, url.hostname);
    return undefined;
  } catch (error) {
    return error instanceof AddressRefused ? new ApiError('url_not_allowed', {}, { cause: error }) : undefined;
  }
}

import { formatAddress, parseAddress } from '../../core/email-address.ts';

/** A header may hold more than anybody reads; what it costs to read has to stay short. */
const MOST_ADDRESSES = 200;

/** A group has a name before a colon, and ends with a semicolon. */
const SEPARATORS: readonly (string | undefined)[] = [',', ';', ':'];

/** Yields the parts of an address list (RFC 5322, section 3.4). In quotes and between < and > nothing separates. */
function* partsOf(list: string): Generator<string> {
  let start = 0;
  let isQuoted = false;
  let isAngled = false;
  for (let at = 0; at < list.length; at += 1) {
    const sign = list[at];
    if (sign === '\\' && isQuoted) at += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === '<' && !isQuoted) isAngled = true;
    else if (sign === '>' && !isQuoted) isAngled = false;
    else if (!isQuoted && !isAngled && SEPARATORS.includes(sign)) {
      yield list.slice(start, at);
      start = at + 1;
    }
  }
  yield list.slice(start);
}

/** Returns the addresses in the value of an address header, `Name <a@b.c>` where they have a name: the first 200 parts, without those that are no address. */
export const splitAddresses = (list: string): string[] =>
  partsOf(list)
    .take(MOST_ADDRESSES)
    .flatMap((part) => {
      const address = parseAddress(part);
      return address === undefined ? [] : [formatAddress(address)];
    })
    .toArray();

import { createYieldPoint } from '../../core/concurrency/event-loop.ts';
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

/** Yields the event loop: reading a part takes up to a millisecond. */
const yieldPoint = createYieldPoint(5);

/** Returns the addresses in the value of an address header, `Name <a@b.c>` where they have a name: the first 200 parts, without those that are no address. */
export async function splitAddresses(list: string): Promise<string[]> {
  const addresses: string[] = [];
  for (const part of partsOf(list).take(MOST_ADDRESSES)) {
    await yieldPoint();
    const address = parseAddress(part);
    if (address !== undefined) addresses.push(formatAddress(address));
  }
  return addresses;
}

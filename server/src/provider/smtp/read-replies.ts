/** Bytes of a reply after which it is considered endless. */
const MOST_BYTES = 64 * 1024;

/** Assembles the replies of a server from the data that arrives. */
export interface ReplyReader {
  /** Returns the replies that are complete by now; undefined if one is too long. */
  read(chunk: Buffer): string[] | undefined;
  /** The beginning of a line that is not complete. */
  rest(): string;
}

/** Replies of servers have no charset (RFC 5321, section 4.2.1), and are mostly UTF-8. */
function decode(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? bytes : text;
}

const isLast = (line: string) => !/^\d+-/.test(line);

export function createReplyReader(): ReplyReader {
  let rest = '';
  let lines: string[] = [];
  let bytes = 0;

  function takeLine(line: string): string[] {
    if (line.trim() === '' && lines.length === 0) return [];
    lines.push(line);
    if (!isLast(line)) return [];
    const reply = decode(lines.join('\n'));
    lines = [];
    bytes = 0;
    return [reply];
  }

  return {
    read(chunk) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES && !chunk.includes('\n')) return undefined;
      const parts = (rest + chunk.toString('latin1')).split('\n');
      rest = parts.pop() ?? '';
      const replies = parts.flatMap((part) => takeLine(part.endsWith('\r') ? part.slice(0, -1) : part));
      if (rest === '' && lines.length === 0) bytes = 0;
      return bytes > MOST_BYTES ? undefined : replies;
    },
    rest: () => decode(rest.trim()),
  };
}

import { createSocket, type RemoteInfo } from 'node:dgram';
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet } from 'dns-packet';

/** `answer`: from the zone. `silent`: never. The others: the answer to every query. */
export type DnsMode = 'answer' | 'silent' | 'servfail' | 'refused';
type RecordType = 'TXT' | 'MX' | 'CNAME' | 'A' | 'AAAA' | 'PTR';

export interface ZoneRecord {
  readonly type: RecordType;
  readonly name: string;
  /** A text of any length, an exchange, a target or an address. */
  readonly value: string;
  readonly priority?: number | null;
}

export interface DnsServer {
  /** For DNS_SERVERS. */
  readonly address: string;
  mode: DnsMode;
  /** Queries received so far. */
  readonly queries: number;
  add(...records: readonly ZoneRecord[]): void;
  /** Removes the records of a name, or those of one type. */
  remove(name: string, type?: RecordType): void;
  clear(): void;
  close(): Promise<void>;
}

const RCODES = { noerror: 0, servfail: 2, nxdomain: 3, refused: 5 };
const TEXT_BYTES = 255;

/** Strings of at most 255 bytes (RFC 1035, section 3.3.14). */
function toStrings(text: string): string[] {
  return text.match(new RegExp(`.{1,${TEXT_BYTES}}`, 'gs')) ?? [''];
}

function toAnswer({ type, name, value, priority }: ZoneRecord): Answer {
  if (type === 'TXT') return { type, name, ttl: 0, data: toStrings(value) };
  if (type === 'MX') return { type, name, ttl: 0, data: { preference: priority ?? 10, exchange: value } };
  return { type, name, ttl: 0, data: value };
}

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();

function answerFrom(zone: readonly ZoneRecord[], name: string, type: string): { rcode: number; answers: Answer[] } {
  const named = zone.filter((record) => isSame(record.name, name));
  const alias = named.find((record) => record.type === 'CNAME');
  if (alias !== undefined && type !== 'CNAME') {
    const target = answerFrom(zone, alias.value, type);
    return { rcode: target.rcode, answers: [toAnswer(alias), ...target.answers] };
  }
  const answers = named.filter((record) => record.type === type).map(toAnswer);
  return { rcode: named.length === 0 ? RCODES.nxdomain : RCODES.noerror, answers };
}

/** A DNS server on a free loopback port, with a zone that can be changed at any time. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  let zone: ZoneRecord[] = [];
  let queries = 0;

  function answer(query: Packet): Buffer {
    const [question] = query.questions ?? [];
    const { rcode, answers } =
      server.mode === 'answer' && question !== undefined
        ? answerFrom(zone, question.name, question.type)
        : { rcode: server.mode === 'refused' ? RCODES.refused : RCODES.servfail, answers: [] };
    const packet: Packet = { type: 'response', flags: AUTHORITATIVE_ANSWER | rcode, questions: query.questions ?? [], answers };
    return encode(query.id === undefined ? packet : { ...packet, id: query.id });
  }

  function receive(message: Buffer, from: RemoteInfo): void {
    queries += 1;
    if (server.mode !== 'silent') socket.send(answer(decode(message)), from.port, from.address);
  }

  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const server: DnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    mode: 'answer',
    get queries() {
      return queries;
    },
    add: (...records) => {
      zone.push(...records);
    },
    remove: (name, type) => {
      zone = zone.filter((record) => !isSame(record.name, name) || (type !== undefined && record.type !== type));
    },
    clear: () => {
      zone = [];
    },
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
  socket.on('message', receive);
  return server;
}

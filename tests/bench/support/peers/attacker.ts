// A process that attacks a service in every known way at once, until its standard input ends; then it prints what was answered.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { caller } from '../../../support/server.ts';

/** What is attacked, and whose key the attacker has. */
export interface Target {
  readonly url: string;
  readonly smtpPort: number;
  readonly key: string;
  readonly from: string;
  /** An address that takes mail. */
  readonly inbox: string;
  /** A signed one. */
  readonly returnPath: string;
  readonly broadcastId: string;
}

const PAUSE_MS = 100;
const STALLED_MAILS = 25;
const STALLED_EVENTS = 76;
const IDLE_CONNECTIONS = 200;
const MB = 1024 * 1024;
/** Each kind of SMTP from an address of its own: one would leave the others no connection. */
const ADDRESSES = { idle: '127.0.0.3', stalled: '127.0.0.4', mails: '127.0.0.5' } as const;

const target = JSON.parse(process.argv[2] ?? '') as Target;
const { url, smtpPort, from, inbox, returnPath, broadcastId } = target;
const call = caller(url, target.key);
const answers: Record<string, Record<string, number>> = {};
let stopped = false;

function note(attack: string, answer: string): void {
  const given = answers[attack] ?? {};
  given[answer] = (given[answer] ?? 0) + 1;
  answers[attack] = given;
}

function open(port: number, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  socket.resume();
  return socket;
}

/** The first code of what comes next; `gone` where nothing does. */
async function codeFrom(socket: Socket): Promise<string> {
  const gone = once(socket, 'close').then(() => ['gone']);
  const [said] = await Promise.race([once(socket, 'data'), gone]);
  return String(said).slice(0, 4).trim();
}

/** Opens a mail up to DATA; returns the code that ends it early. */
async function beginMail(socket: Socket, recipient: string): Promise<string> {
  let code = await codeFrom(socket);
  for (const line of ['EHLO attacker', 'MAIL FROM:<>', `RCPT TO:<${recipient}>`, 'DATA']) {
    if (!/^[23]/.test(code)) return code;
    socket.write(`${line}\r\n`);
    code = await codeFrom(socket);
  }
  return code;
}

/** Hands over a mail as it is, without mending its lines. */
const mail = (recipient: string, text: string) => async (): Promise<string> => {
  const socket = open(smtpPort, ADDRESSES.mails);
  let code = await beginMail(socket, recipient);
  if (code === '354') {
    socket.write(`${text}\r\n.\r\n`);
    code = await codeFrom(socket);
  }
  socket.destroy();
  return code;
};

const post = (path: string, body: string) => async () => {
  const { status } = await call('POST', path, { body });
  return String(status);
};

const mailOf = (body: string) => `From: a@b.example\r\nSubject: x\r\n\r\n${body}`;
const report = (body: string) =>
  `Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\n${body}\r\n--b--\r\n`;
const email = (text: string) => `{"from":"${from}","to":["a@example.net"],"subject":"x","text_body":"${text}"}`;

/** One of each is always under way. */
const REPEATED: Readonly<Record<string, () => Promise<string>>> = {
  'mail of 8 MB of bare line ends': mail(inbox, mailOf('\n'.repeat(8 * MB))),
  'a@a@… to a return path': mail(returnPath, mailOf('a@'.repeat(50_000))),
  'dashes to a return path': mail(returnPath, mailOf('-'.repeat(100_000))),
  'line ends to a return path': mail(returnPath, mailOf('\r\n'.repeat(50_000))),
  'a report of a@a@… to a return path': mail(returnPath, report('a@'.repeat(50_000))),
  'preview of <body <body …': post(`/v1/broadcasts/${broadcastId}/preview`, '{}'),
  'batch of 20 MB of {},': post('/v1/email/batch', `[${'{},'.repeat((20 * MB) / 3)}{}]`),
  'batch of 36 MB of texts': post(
    '/v1/email/batch',
    `{"emails":[${Array(36)
      .fill(email('\\u0061'.repeat(MB / 6)))
      .join(',')}]}`,
  ),
  'an email of 36 MB of escapes': post('/v1/email', email('\\u0061'.repeat(6 * MB))),
};

async function repeat(name: string, attack: () => Promise<string>): Promise<void> {
  while (!stopped) {
    note(name, await attack().catch(() => 'gone'));
    await setTimeout(PAUSE_MS);
  }
}

/** A mail of which some megabytes come, and then nothing. */
async function stallMail(): Promise<Socket> {
  const socket = open(smtpPort, ADDRESSES.stalled);
  note('stalled mails', await beginMail(socket, inbox));
  socket.write('x'.repeat(70).concat('\r\n').repeat(130_000));
  return socket;
}

async function stallEvent(): Promise<Socket> {
  const socket = open(Number(new URL(url).port));
  note('stalled provider events', 'opened');
  socket.write(`POST /provider-events/ses HTTP/1.1\r\nHost: x\r\nContent-Length: 250000\r\n\r\n${'x'.repeat(200_000)}`);
  return socket;
}

async function idle(): Promise<Socket> {
  const socket = open(smtpPort, ADDRESSES.idle);
  note('idle SMTP connections', 'opened');
  return socket;
}

const held = new Set<Socket>();

/** Keeps a connection, and opens another where it is closed. */
async function hold(begin: () => Promise<Socket>): Promise<void> {
  while (!stopped) {
    const socket = await begin();
    held.add(socket);
    if (!socket.destroyed) await once(socket, 'close');
    held.delete(socket);
    await setTimeout(PAUSE_MS);
  }
}

process.stdin.resume().once('end', () => {
  stopped = true;
  for (const socket of held) socket.destroy();
});
const times = (count: number, begin: () => Promise<Socket>) => Array.from({ length: count }, () => hold(begin));
await Promise.all([
  ...times(IDLE_CONNECTIONS, idle),
  ...times(STALLED_MAILS, stallMail),
  ...times(STALLED_EVENTS, stallEvent),
  ...Object.entries(REPEATED).map(([name, attack]) => repeat(name, attack)),
]);
console.log(JSON.stringify(answers));

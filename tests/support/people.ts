import type { Role } from '@posthorn/contract';
import type { Answer, TestServer } from './server.ts';

export const PASSWORD = 'correct horse battery';

/** What a browser sends with what a page of the service asks it to. */
export const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };

interface Asked {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A browser that keeps its cookie, as a page of the service has it call. */
export interface TestBrowser {
  /** What it would send now: `name=value`; undefined while it has none. */
  readonly cookie: string | undefined;
  call(method: string, path: string, asked?: Asked): Promise<Answer>;
  /** The bearer of the person for a tenant, or for the operator's surface. */
  bearer(what: { tenant_id: string } | { operator: true }): Promise<string>;
}

export function openBrowser(server: { readonly url: string }, given?: string): TestBrowser {
  let cookie = given;

  async function call(method: string, path: string, { body, headers = {} }: Asked = {}): Promise<Answer> {
    const kept = cookie === undefined ? {} : { Cookie: cookie };
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...SAME_ORIGIN, ...kept, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const set = response.headers.get('set-cookie')?.split(';', 1)[0];
    if (set !== undefined) cookie = set.endsWith('=') ? undefined : set;
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  }

  return {
    get cookie() {
      return cookie;
    },
    call,
    async bearer(what) {
      const { status, body } = await call('POST', '/account/tokens', { body: what });
      if (status !== 201) throw new Error(`no bearer: ${JSON.stringify(body)}`);
      return body.token;
    },
  };
}

/** Returns the token of a link. */
export const tokenOf = (link: string): string => new URL(link).hash.replace('#token=', '');

export interface TestPerson {
  readonly email: string;
  readonly id: string;
  readonly browser: TestBrowser;
}

export interface Invitee {
  readonly tenant_id?: string;
  readonly role?: Role;
  readonly operator?: boolean;
}

let made = 0;

/** Makes an account of its own for the test that asks, signed in. */
export async function signUp(server: Pick<TestServer, 'url' | 'admin'>, invitee: Invitee = {}): Promise<TestPerson> {
  made += 1;
  const email = `person${made}-${process.pid}@example.com`;
  const { body: invitation } = await server.admin('POST', '/admin/people/invitations', { body: { email, ...invitee } });
  const browser = openBrowser(server);
  const body = { token: tokenOf(invitation.link), password: PASSWORD };
  const { status, body: me } = await browser.call('POST', '/account/links/accept', { body });
  if (status !== 200) throw new Error(`no account: ${JSON.stringify(me)}`);
  return { email, id: me.id, browser };
}

/** Signs a person in, in another browser. */
export async function signInAgain(server: { readonly url: string }, { email }: Pick<TestPerson, 'email'>): Promise<TestBrowser> {
  const browser = openBrowser(server);
  const { status, body } = await browser.call('POST', '/account/sign-in', { body: { email, password: PASSWORD } });
  if (status !== 200) throw new Error(`not signed in: ${JSON.stringify(body)}`);
  return browser;
}

import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type { Context } from '../core/context.ts';
import { type BodySourceParts, bodySourceOf } from './bodies/body-source.ts';
import type { LargeWork } from './bodies/large-work.ts';
import { HeldResponse } from './connections/held-response.ts';
import type { Held } from './with-tenant-permit.ts';

/** How long a turn lasts at most once the answer has begun: who reads slowly keeps nobody waiting for longer. */
const READ_MS = 10_000;

/** Has the turn of an answer last until its client has it. Past READ_MS its bytes count among those of unread answers. */
function untilRead(response: ServerResponse, bytes: number, giveBack: () => void | Promise<void>): void {
  if (response.closed || response.destroyed) return void giveBack();
  const end = () => {
    clearTimeout(timer);
    response.off('close', end);
    void giveBack();
  };
  const timer = setTimeout(() => {
    if (response instanceof HeldResponse) response.heldBytes = bytes;
    end();
  }, READ_MS).unref();
  response.once('close', end);
}

interface Lending extends BodySourceParts {
  readonly held: Held;
  readonly largeWork: LargeWork;
}

/** Lends a handler what its request holds: the permit, which it can do without, and the turn of a large answer. */
export function lendHeld(ctx: Context, c: HonoContext, lending: Lending): void {
  const { held, largeWork } = lending;
  ctx.withoutPermit = held.withoutPermit;
  ctx.beginLarge = async (bytes) => {
    const { outgoing }: HttpBindings = c.env;
    const until: Held['until'] = (giveBack) => held.until(() => untilRead(outgoing, bytes, giveBack));
    await largeWork.begin(bytes, bodySourceOf(c, ctx.caller, { ...lending, held: { ...held, until } }));
  };
}

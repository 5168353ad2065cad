import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

const ignore = () => undefined;

const deaf: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

/** Characters that are read without others in between: about 2 ms of the densest markup. */
const PIECE_LENGTH = 16 * 1024;

/** Reads HTML as `tokenize` does, 16 Ki UTF-16 units at a stretch. `yieldIfBusy` is awaited before each. */
export async function tokenizeInPieces(
  html: string,
  callbacks: Partial<TokenizerCallbacks>,
  yieldIfBusy: () => Promise<void>,
): Promise<void> {
  const tokenizer = new Tokenizer({ decodeEntities: true }, { ...deaf, ...callbacks });
  for (let place = 0; place < html.length; place += PIECE_LENGTH) {
    await yieldIfBusy();
    tokenizer.write(html.slice(place, place + PIECE_LENGTH));
  }
  tokenizer.end();
}

/** Reads HTML once, in time linear in its length, and calls back with the offsets of its parts, in UTF-16 units. */
export function tokenize(html: string, callbacks: Partial<TokenizerCallbacks>): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, { ...deaf, ...callbacks });
  tokenizer.write(html);
  tokenizer.end();
}

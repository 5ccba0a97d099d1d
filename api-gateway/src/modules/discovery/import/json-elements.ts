import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import Assembler from 'stream-json/assembler.js';
import parser from 'stream-json/parser.js';

/** Why a file could not be read, or not to its end. */
export type FileError = 'unreadable' | 'notJson' | 'unknownFormat';

/** A piece of a JSON object: one of its wanted lists begins, an element of it, a wanted value, or all is read as far as it goes. */
export type JsonPiece =
  | { readonly kind: 'list'; readonly key: string }
  | { readonly kind: 'element'; readonly key: string; readonly value: unknown; readonly share: number }
  | { readonly kind: 'value'; readonly key: string; readonly value: unknown; readonly share: number }
  | { readonly kind: 'end'; readonly fileError: FileError | null };

/** What to take of the outermost object. */
export interface JsonWanted {
  /** Keys whose lists are handed out element by element. */
  readonly lists: ReadonlySet<string>;
  /** Keys whose values are handed out whole. */
  readonly values: ReadonlySet<string>;
}

type Token = parser.Token;
type Taken =
  | { readonly kind: 'list'; readonly key: string }
  | { readonly kind: 'element' | 'value'; readonly key: string; readonly value: unknown };

const isOpening = ({ name }: Token): boolean => name === 'startObject' || name === 'startArray';
const isClosing = ({ name }: Token): boolean => name === 'endObject' || name === 'endArray';

/** Takes one token after another; answers what each of them completes or begins. */
const createTaker = ({ lists, values }: JsonWanted) => {
  const assembler = new Assembler();
  // Containers that are open around what is being put together.
  let depth = 0;
  let key = '';
  let isInList = false;

  const assembled = (token: Token): Taken | null => {
    assembler.consume(token);
    return assembler.done ? { kind: depth === 1 ? 'value' : 'element', key, value: assembler.current } : null;
  };

  const opened = (token: Token): Taken | null => {
    if (isOpening(token)) depth += 1;
    if (depth !== 2 || !isOpening(token)) return null;
    isInList = token.name === 'startArray' && lists.has(key);
    return isInList ? { kind: 'list', key } : null;
  };

  return (token: Token): Taken | null => {
    if (!assembler.done) return assembled(token);
    if (token.name === 'keyValue') {
      if (depth === 1) key = token.value;
      return null;
    }
    if (isClosing(token)) {
      depth -= 1;
      return null;
    }
    const isWanted = depth === 1 ? values.has(key) : depth === 2 && isInList;
    return isWanted ? assembled(token) : opened(token);
  };
};

const sizeOf = (file: string): Promise<number | null> => stat(file).then((entry) => (entry.isFile() ? entry.size : null), () => null);

/** Reads a JSON file piece by piece, so that its size doesn't matter; what stands before a broken place is handed out. */
export async function* jsonPieces(file: string, wanted: JsonWanted): AsyncGenerator<JsonPiece> {
  const size = await sizeOf(file);
  if (size === null) return yield { kind: 'end', fileError: 'unreadable' };
  const bytes = createReadStream(file);
  const tokens = parser.asStream({ streamValues: false });
  let fileError: FileError = 'notJson';
  bytes.on('error', (error) => {
    fileError = 'unreadable';
    tokens.destroy(error);
  });
  const take = createTaker(wanted);
  try {
    for await (const token of bytes.pipe(tokens)) {
      const taken = take(token);
      if (taken !== null) yield taken.kind === 'list' ? taken : { ...taken, share: bytes.bytesRead / size };
    }
  } catch {
    // Told by the last piece: a broken file is nothing unexpected here.
    return yield { kind: 'end', fileError };
  } finally {
    bytes.destroy();
  }
  yield { kind: 'end', fileError: null };
}

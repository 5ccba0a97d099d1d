import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import Assembler from 'stream-json/assembler.js';
import parser from 'stream-json/parser.js';
import * as z from 'zod';
import { canteenFormat } from '../canteen';
import { createGeoJsonReader, createOverpassReader } from '../osm';
import type { OsmReading } from '../osm';
import type { ImportFormat, PlaceRecord, RecordReader } from '../record';
import { detectEncoding, createUtf8Converter } from './feed-encoding';
import type { EncodingError, FeedEncoding } from './feed-encoding';
import { partnerFeedFormat } from './partner-feed';

/** Error for an import file that could not be read completely. */
export type FileError = 'unreadable' | EncodingError | 'notJson' | 'unknownFormat';

/** A file that can be opened, with its size in bytes and its encoding. */
interface FeedFile {
  readonly file: string;
  readonly size: number;
  readonly encoding: FeedEncoding;
}

/**
 * Part of a JSON file that the streaming reader returns: the start of a requested list, an element of that list, a
 * requested value, or the end of the file. `share` is the part of the file that has been read so far, from 0 to 1.
 */
type JsonFragment =
  | { readonly kind: 'list'; readonly key: string }
  | { readonly kind: 'element'; readonly key: string; readonly value: unknown; readonly share: number }
  | { readonly kind: 'value'; readonly key: string; readonly value: unknown; readonly share: number }
  | { readonly kind: 'end'; readonly fileError: FileError | null };

/** Keys of the outermost JSON object whose values the reader returns. */
interface JsonSelection {
  /** Keys of lists that are read element by element. */
  readonly lists: ReadonlySet<string>;
  /** Keys of values that the reader returns completely, as one fragment. */
  readonly values: ReadonlySet<string>;
}

type JsonToken = parser.Token;
type FeedToken =
  | { readonly kind: 'list'; readonly key: string }
  | { readonly kind: 'element' | 'value'; readonly key: string; readonly value: unknown };

const isOpeningToken = ({ name }: JsonToken): boolean => name === 'startObject' || name === 'startArray';
const isClosingToken = ({ name }: JsonToken): boolean => name === 'endObject' || name === 'endArray';

/**
 * Creates a function that consumes JSON tokens one by one. The function returns a list when the list begins, and an
 * element or a value when its last token arrives. For all other tokens the function returns null.
 */
const createTokenConsumer = ({ lists, values }: JsonSelection) => {
  const assembler = new Assembler();
  // Number of open objects and arrays around the current JSON value.
  let nestingDepth = 0;
  let key = '';
  let isInSelectedList = false;

  const assembleToken = (token: JsonToken): FeedToken | null => {
    assembler.consume(token);
    return assembler.done ? { kind: nestingDepth === 1 ? 'value' : 'element', key, value: assembler.current } : null;
  };

  const openToken = (token: JsonToken): FeedToken | null => {
    if (isOpeningToken(token)) nestingDepth += 1;
    if (nestingDepth !== 2 || !isOpeningToken(token)) return null;
    isInSelectedList = token.name === 'startArray' && lists.has(key);
    return isInSelectedList ? { kind: 'list', key } : null;
  };

  return (token: JsonToken): FeedToken | null => {
    if (!assembler.done) return assembleToken(token);
    if (token.name === 'keyValue') {
      if (nestingDepth === 1) key = token.value;
      return null;
    }
    if (isClosingToken(token)) {
      nestingDepth -= 1;
      return null;
    }
    const isSelectedKey = nestingDepth === 1 ? values.has(key) : nestingDepth === 2 && isInSelectedList;
    return isSelectedKey ? assembleToken(token) : openToken(token);
  };
};

/** Determines size and encoding of an import file before its content is parsed. */
const inspectFile = async (feedPath: string): Promise<Result<FeedFile, 'unreadable' | EncodingError>> => {
  try {
    const fileStats = await stat(feedPath);
    if (!fileStats.isFile()) return err('unreadable');
    const encoding = await detectEncoding(feedPath);
    return encoding.ok ? ok({ file: feedPath, size: fileStats.size, encoding: encoding.value }) : encoding;
  } catch {
    // Every error of the operating system means that the import file can't be read.
    return err('unreadable');
  }
};

/**
 * Parses a JSON file as a stream, so that a file of any size fits into memory. Yields all fragments before the first
 * invalid one; the last fragment contains the error.
 */
async function* readJsonFragments(
  { file, size, encoding }: FeedFile,
  jsonSelection: JsonSelection,
): AsyncGenerator<JsonFragment> {
  const byteStream = createReadStream(file);
  const tokenStream = parser.asStream({ streamValues: false });
  let fileError: FileError = 'notJson';
  byteStream.on('error', (error) => {
    fileError = 'unreadable';
    tokenStream.destroy(error);
  });
  const consumeToken = createTokenConsumer(jsonSelection);
  try {
    for await (const token of (encoding === 'utf-8' ? byteStream : byteStream.pipe(createUtf8Converter(encoding))).pipe(
      tokenStream,
    )) {
      const jsonFragment = consumeToken(token);
      if (jsonFragment !== null)
        yield jsonFragment.kind === 'list' ? jsonFragment : { ...jsonFragment, share: byteStream.bytesRead / size };
    }
  } catch {
    // Yields the error in the last fragment instead of throwing it, because invalid files are a normal case of an
    // import.
    return yield { kind: 'end', fileError };
  } finally {
    byteStream.destroy();
  }
  yield { kind: 'end', fileError: null };
}

/** Readers of the file formats that are read as a stream, by the key of the list that identifies the format. */
const READER_BY_LIST_KEY: ReadonlyMap<string, (osmReading: OsmReading) => RecordReader> = new Map([
  ['features', createGeoJsonReader],
  ['elements', createOverpassReader],
]);

/** File formats that are not read as a stream, because their files are small. */
const UNSTREAMED_FORMATS: readonly ImportFormat[] = [canteenFormat, partnerFeedFormat];

/** Area that a file declares for its content: west, south, east, north in degrees. */
export type DeclaredBoundingBox = readonly [number, number, number, number];

/**
 * Event while an import file is read: a record, all towns of a gazetteer, or the end of the file. `share` is the part
 * of the file that has been read so far, from 0 to 1.
 */
type FeedEvent =
  | { readonly kind: 'record'; readonly record: PlaceRecord; readonly share: number }
  | { readonly kind: 'towns'; readonly records: readonly unknown[] }
  | {
      readonly kind: 'end';
      readonly fileError: FileError | null;
      /** Whether the file contains all results of its source. A query that timed out has an incomplete result. */
      readonly isComplete: boolean;
      readonly area: DeclaredBoundingBox | null;
    };

const DeclaredAreaSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
// Key of the list in a gazetteer file, which contains towns instead of restaurants. The reader returns all towns at
// once.
const TOWNS_KEY = 'places';
const UNSTREAMED_LIST_KEYS = new Set(UNSTREAMED_FORMATS.flatMap(({ lists }) => lists));
const STREAM_SELECTION = {
  lists: new Set([...READER_BY_LIST_KEY.keys(), ...UNSTREAMED_LIST_KEYS, TOWNS_KEY]),
  values: new Set(['bbox', 'remark']),
};

const parseJson = (text: string): Result<unknown, 'notJson'> => {
  try {
    const rootValue: unknown = JSON.parse(text);
    return ok(rootValue);
  } catch (error) {
    if (error instanceof SyntaxError) return err('notJson');
    throw error;
  }
};

// Decodes the file; TextDecoder also removes a byte order mark.
const loadText = ({ file, encoding }: FeedFile): Promise<Result<string, 'unreadable'>> =>
  readFile(file).then(
    (bytes) => ok(new TextDecoder(encoding).decode(bytes)),
    () => err('unreadable'),
  );

const readUnstreamed = async (
  unstreamedFile: FeedFile,
  { warn }: OsmReading,
): Promise<Result<PlaceRecord[], FileError>> => {
  const text = await loadText(unstreamedFile);
  if (!text.ok) return text;
  const parsedRoot = parseJson(text.value);
  if (!parsedRoot.ok) return parsedRoot;
  const matchingFormat = UNSTREAMED_FORMATS.find((candidateFormat) => candidateFormat.recognises(parsedRoot.value));
  return matchingFormat === undefined ? err('unknownFormat') : ok(matchingFormat.read(parsedRoot.value, warn));
};

async function* unstreamedFeedParts(file: FeedFile, osmReading: OsmReading): AsyncGenerator<FeedEvent> {
  const readRecords = await readUnstreamed(file, osmReading);
  if (!readRecords.ok) return yield { kind: 'end', fileError: readRecords.error, isComplete: false, area: null };
  for (const [index, record] of readRecords.value.entries())
    yield { kind: 'record', record, share: (index + 1) / readRecords.value.length };
  yield { kind: 'end', fileError: null, isComplete: true, area: null };
}

/** State of the reader while it reads a file as a stream. */
interface ElementStream {
  reader: RecordReader | null;
  towns: unknown[] | null;
  isComplete: boolean;
  area: DeclaredBoundingBox | null;
}

const beginElementList = (elementStream: ElementStream, key: string, osmReading: OsmReading): void => {
  if (key === TOWNS_KEY) elementStream.towns ??= [];
  else elementStream.reader ??= READER_BY_LIST_KEY.get(key)?.(osmReading) ?? null;
};

const storeTopLevelValue = (elementStream: ElementStream, key: string, value: unknown): void => {
  if (key === 'bbox') elementStream.area = DeclaredAreaSchema.safeParse(value).data ?? null;
  // The only other key that is read is `remark`. Overpass adds it, with status 200, when a query ran out of time or
  // memory.
  else elementStream.isComplete = false;
};

async function* closingFeedParts(
  { reader, towns, isComplete, area }: ElementStream,
  fileError: FileError | null,
): AsyncGenerator<FeedEvent> {
  for (const record of (await reader?.end()) ?? []) yield { kind: 'record', record, share: 1 };
  if (towns !== null) yield { kind: 'towns', records: towns };
  yield { kind: 'end', fileError, isComplete: isComplete && fileError === null, area };
}

/**
 * Reads a file and yields its records or its towns. The content determines the format, not the file name. The last
 * event has the kind `end` and contains the error, if there is one.
 */
export async function* readFeed(feedPath: string, osmReading: OsmReading): AsyncGenerator<FeedEvent> {
  const feedFile = await inspectFile(feedPath);
  if (!feedFile.ok) return yield { kind: 'end', fileError: feedFile.error, isComplete: false, area: null };
  const file = feedFile.value;
  const elementStreamState: ElementStream = { reader: null, towns: null, isComplete: true, area: null };
  for await (const jsonFragment of readJsonFragments(file, STREAM_SELECTION)) {
    if (
      jsonFragment.kind === 'list' &&
      UNSTREAMED_LIST_KEYS.has(jsonFragment.key) &&
      elementStreamState.reader === null
    )
      return yield* unstreamedFeedParts(file, osmReading);
    if (jsonFragment.kind === 'list') beginElementList(elementStreamState, jsonFragment.key, osmReading);
    else if (jsonFragment.kind === 'value')
      storeTopLevelValue(elementStreamState, jsonFragment.key, jsonFragment.value);
    else if (jsonFragment.kind === 'end')
      yield* elementStreamState.reader === null && elementStreamState.towns === null
        ? unstreamedFeedParts(file, osmReading)
        : closingFeedParts(elementStreamState, jsonFragment.fileError);
    else if (jsonFragment.key === TOWNS_KEY) elementStreamState.towns?.push(jsonFragment.value);
    else
      for (const record of (await elementStreamState.reader?.read(jsonFragment.value)) ?? [])
        yield { kind: 'record', record, share: jsonFragment.share };
  }
}

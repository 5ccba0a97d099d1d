import { kindOfField, OBJECT_KINDS, type ObjectKind } from './object-kinds';

/** Keys of a kind that are kept. Later keys replace the oldest ones, so that most objects of requests still exist. */
const MAX_KEYS_OF_KIND = 60;
const UNKNOWN_KEY = 'niemand-und-nichts-0000';

const PICK = /^pick:(\w+):(\d+)$/;

/** Returns a text that stands for one of the pool's keys until the request is sent. */
export const pickOf = (kind: ObjectKind, index: number): string => `pick:${kind}:${index}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Keys that requests name: those of the world, and those that earlier answers to any caller have shown. */
export interface KeyPool {
  add(kind: ObjectKind, key: string): void;
  /** Adds all keys in the answer of a route. */
  addFromAnswer(routePath: string, answer: unknown): void;
  /** Returns a copy of a value in which the pool's keys replace all picks. */
  withKeys(value: unknown): unknown;
}

/** Calls `visit` with each text below a value, with the name of the field that leads to it. */
export const visitTexts = (value: unknown, visit: (fieldName: string, text: string) => void, fieldName = ''): void => {
  if (typeof value === 'string') return visit(fieldName, value);
  if (Array.isArray(value)) for (const element of value) visitTexts(element, visit, fieldName);
  else if (isRecord(value)) for (const [name, field] of Object.entries(value)) visitTexts(field, visit, name);
};

/** Creates a pool without keys. */
export const createKeyPool = (): KeyPool => {
  const keysByKind = new Map<string, string[]>(OBJECT_KINDS.map((kind) => [kind, []]));

  const addKey = (kind: ObjectKind, key: string): void => {
    const keys = keysByKind.get(kind);
    if (keys === undefined || key === '' || key.length > 100 || keys.includes(key)) return;
    keys.push(key);
    if (keys.length > MAX_KEYS_OF_KIND) keys.splice(1, 1);
  };

  const keyOf = (kind: string, index: number): string => {
    const keys = keysByKind.get(kind) ?? [];
    // The newest keys come first, because the latest objects have met the fewest changes.
    return index % 12 === 11 ? UNKNOWN_KEY : (keys.at(-1 - (index % Math.max(1, keys.length))) ?? UNKNOWN_KEY);
  };

  const withKeys = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const [, kind, index] = PICK.exec(value) ?? [];
      return kind === undefined ? value : keyOf(kind, Number(index));
    }
    if (Array.isArray(value)) return value.map(withKeys);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withKeys(field)]));
  };

  return {
    add: addKey,
    addFromAnswer: (routePath, answer) =>
      visitTexts(answer, (fieldName, text) => {
        const kind = kindOfField(routePath, fieldName);
        if (kind !== null) addKey(kind, text);
        if (fieldName === 'url' && routePath.endsWith('/share')) addKey('linkToken', text.split('/').at(-1) ?? '');
      }),
    withKeys,
  };
};

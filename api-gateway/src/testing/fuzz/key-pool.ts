import { kindOfField, OBJECT_KINDS, type ObjectKind } from './object-kinds';

/**
 * Maximum number of stored keys of one kind. Newer keys replace the oldest ones, so that most objects of requests still
 * exist.
 */
const MAX_KEYS_OF_KIND = 60;
const UNKNOWN_KEY = 'niemand-und-nichts-0000';

const PLACEHOLDER_PATTERN = /^pick:(\w+):(\d+)$/;

/** Returns a placeholder that stands for one of the pool's keys until the request is sent. */
export const pickOf = (kind: ObjectKind, index: number): string => `pick:${kind}:${index}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Keys that generated requests name: those of the initial data, and those in earlier responses to any caller. */
export interface KeyPool {
  add(kind: ObjectKind, key: string): void;
  /** Adds all keys in the response of a route. */
  addFromAnswer(routePath: string, answer: unknown): void;
  /** Returns a copy of a value in which the pool's keys replace all placeholders. */
  withKeys(value: unknown): unknown;
}

/** Calls `visit` with each text inside of a value, and with the name of the field that contains it. */
export const visitTexts = (value: unknown, visit: (fieldName: string, text: string) => void, fieldName = ''): void => {
  if (typeof value === 'string') return visit(fieldName, value);
  if (Array.isArray(value)) for (const element of value) visitTexts(element, visit, fieldName);
  else if (isRecord(value)) for (const [name, field] of Object.entries(value)) visitTexts(field, visit, name);
};

/** Creates a pool of keys, which is empty at first. */
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
    // The newest keys are preferred, because the newest objects have been changed least.
    return index % 12 === 11 ? UNKNOWN_KEY : (keys.at(-1 - (index % Math.max(1, keys.length))) ?? UNKNOWN_KEY);
  };

  const withKeys = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const [, kind, index] = PLACEHOLDER_PATTERN.exec(value) ?? [];
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

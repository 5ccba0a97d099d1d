import type { CallerName } from './caller-names';
import { visitTexts } from './key-pool';
import { kindOfField, type ObjectKind } from './object-kinds';

/** Kinds of objects that belong to one person alone, and that no response may show to another person. */
const PRIVATE_KINDS: ReadonlySet<ObjectKind | null> = new Set<ObjectKind>([
  'card',
  'device',
  'notification',
  'order',
  'passkey',
  'payIn',
]);

/** Minimum length of keys that the gateway has chosen at random. Shorter texts may occur in any response by chance. */
const MIN_SECRET_LENGTH = 12;

const SECRET_CANDIDATE_PATTERN = /[\w.@+-]{12,}/g;

interface Secret {
  readonly owner: string;
  readonly kind: ObjectKind;
}

/** Texts that only their owner may read, and the texts that each caller knows because the caller has sent them. */
export interface ForeignSecrets {
  /** Adds a text that only `owner` may read. */
  add(owner: string, kind: ObjectKind, text: string): void;
  /** Adds the private keys in the response to `owner`. */
  addFromAnswer(owner: CallerName, routePath: string, answer: unknown): void;
  /** Notes that a caller has sent all texts in this request. A response may repeat these texts. */
  noteNamed(caller: CallerName, requestText: string): void;
  /** Returns other people's secrets in a response to this caller. */
  foreignIn(caller: CallerName, answerText: string): readonly string[];
}

/** Callers whose requests write data that everybody may read. */
const PUBLISHERS: readonly CallerName[] = ['partner', 'ownPartner'];

// A restaurant may also read the orders of its diners.
const mayRead = (caller: CallerName, kind: ObjectKind): boolean => kind === 'order' && PUBLISHERS.includes(caller);

/** Creates a store of secrets, which is empty at first. */
export const createForeignSecrets = (): ForeignSecrets => {
  const secretByText = new Map<string, Secret>();
  const secretSentences: string[] = [];
  const namedTexts = new Map<CallerName, Set<string>>();
  const secretsIn = (text: string): string[] => [
    ...(text.match(SECRET_CANDIDATE_PATTERN) ?? []).filter((word) => secretByText.has(word)),
    ...secretSentences.filter((sentence) => text.includes(sentence)),
  ];

  const addSecret = (owner: string, kind: ObjectKind, text: string): void => {
    if (text.length < MIN_SECRET_LENGTH || secretByText.has(text)) return;
    secretByText.set(text, { owner, kind });
    if (text.includes(' ')) secretSentences.push(text);
  };

  return {
    add: addSecret,
    addFromAnswer: (owner, routePath, answer) =>
      visitTexts(answer, (fieldName, text) => {
        const kind = kindOfField(routePath, fieldName);
        if (kind !== null && PRIVATE_KINDS.has(kind)) addSecret(owner, kind, text);
      }),
    noteNamed(caller, requestText) {
      const named = namedTexts.get(caller) ?? new Set();
      namedTexts.set(caller, named);
      for (const text of secretsIn(requestText)) {
        if (PUBLISHERS.includes(caller)) secretByText.delete(text);
        else named.add(text);
      }
    },
    foreignIn: (caller, answerText) =>
      secretsIn(answerText).filter((text) => {
        const secret = secretByText.get(text);
        return (
          secret !== undefined &&
          secret.owner !== caller &&
          !mayRead(caller, secret.kind) &&
          namedTexts.get(caller)?.has(text) !== true
        );
      }),
  };
};

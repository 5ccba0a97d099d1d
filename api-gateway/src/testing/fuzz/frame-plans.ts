import fc from 'fast-check';
import { brokenValues, withBrokenValue } from './broken-values';
import { pickOf } from './key-pool';

/** Callers of the fuzz tests that open a WebSocket for live changes. */
export const READERS = ['anonymous', 'unverified', 'member', 'deleted', 'ownPartner'] as const;
export type Reader = (typeof READERS)[number];

/**
 * Placeholders in generated frames: the reader's token, and the last position that the reader has received. They are
 * replaced when the frame is sent.
 */
export const OWN_TOKEN = 'own token';
export const LAST_CURSOR = 'last cursor';

/** Generated WebSocket frame, in which placeholders still stand for keys. */
export interface FramePlan {
  readonly reader: Reader;
  /** Frame as JSON, or raw data. */
  readonly frame: { readonly json: unknown } | { readonly raw: string | Uint8Array };
}

const picks = fc
  .tuple(fc.constantFrom('chat', 'restaurant', 'person', 'invitation', 'order', 'email'), fc.nat(999))
  .map(([kind, index]) => pickOf(kind, index));

// Names of live topics. Their two parts are joined when the frame is sent, so that the second part can be a placeholder
// of a key.
const topics = fc.oneof(
  fc.constantFrom('me', 'global', 'places/53_9', 'places/', 'chat/', 'me/', 'partner/*', '__proto__', 'constructor'),
  fc.tuple(fc.constantFrom('chat/', 'restaurant/', 'partner/', 'places/', 'me/', 'user/', ''), picks),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('\uD83D', 'chat/\uDE00'),
);

const cursors = fc.oneof(
  fc.constantFrom(LAST_CURSOR, '', '.', 'x.1', '-1', '1', '0.0', '__proto__.1', `${'9'.repeat(40)}.1`),
  fc.tuple(fc.string({ maxLength: 8 }), fc.oneof(fc.integer(), fc.double())).map(([epoch, seq]) => `${epoch}.${seq}`),
);
const tokens = fc.oneof(
  { weight: 3, arbitrary: fc.constant(OWN_TOKEN) },
  { weight: 1, arbitrary: fc.constantFrom('', 'a.b.c', 'x'.repeat(9000), '__proto__') },
);

const subscriptions = fc
  .record(
    { topic: topics, isOther: fc.nat(15), cursor: cursors, params: fc.jsonValue({ maxDepth: 1 }) },
    { requiredKeys: ['topic', 'isOther'] },
  )
  .map(({ topic, isOther, ...fields }) => ({ op: 'sub', id: isOther === 0 ? 'other' : topic, topic, ...fields }));

const validFrames = fc.oneof(
  { weight: 6, arbitrary: subscriptions },
  { weight: 2, arbitrary: topics.map((id) => ({ op: 'unsub', id })) },
  { weight: 1, arbitrary: fc.constant({ op: 'ping' }) },
  { weight: 1, arbitrary: tokens.map((token) => ({ op: 'auth', token })) },
  { weight: 1, arbitrary: tokens.map((token) => ({ op: 'hello', v: 1, token })) },
);

const rawFrames = fc.constantFrom<string | Uint8Array>(
  '',
  'null',
  '[]',
  '"ping"',
  '{"op":"ping"',
  '{"op":"__proto__"}',
  '{"__proto__":{"op":"ping"}}',
  '{"op":"sub","op":"ping"}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  JSON.stringify({ op: 'ping', filling: 'x'.repeat(70_000) }),
  Uint8Array.of(0, 255, 128),
  Uint8Array.from(Buffer.from('{"op":"ping"}')),
);

/** Generated frames of all readers: valid ones, ones with one invalid value, and data that is no frame. */
export const framePlans: fc.Arbitrary<FramePlan> = fc.record({
  reader: fc.constantFrom(...READERS),
  frame: fc.oneof(
    { weight: 12, arbitrary: validFrames.map((json) => ({ json })) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(validFrames, fc.nat(20), brokenValues)
        .map(([frame, place, value]) => ({ json: withBrokenValue(frame, { place, value }) })),
    },
    { weight: 1, arbitrary: rawFrames.map((raw) => ({ raw })) },
  ),
});

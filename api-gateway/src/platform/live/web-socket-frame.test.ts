import { createWebSocketFraming } from './web-socket-frame';

// RFC 6455 §5.2: a final frame with text, its length in 7, 16 or 64 bits, no mask.
it.each([
  [0, '8100'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('frames a text of %i bytes', (length, header) => {
  const text = Buffer.alloc(length, 'x');
  const frame = createWebSocketFraming()(text);
  expect(frame.toString('hex', 0, frame.byteLength - length)).toBe(header);
  expect(frame.subarray(frame.byteLength - length).equals(text)).toBe(true);
});

it('frames a text once for all sockets', () => {
  const toFrame = createWebSocketFraming();
  const [first, second] = [Buffer.from('first'), Buffer.from('second')];
  expect(toFrame(first)).toBe(toFrame(first));
  expect(toFrame(second).toString()).toContain('second');
  expect(toFrame(first).toString()).toContain('first');
});

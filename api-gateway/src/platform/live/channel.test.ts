import { createTestClock } from '../testing/test-clock';
import { defaultLiveLimits } from './live-limits';
import { createSendBuffer, type SendingSocket } from './channel';

const BYTES_PER_KIB = 1024;

interface FakeSocket extends SendingSocket {
  bufferedAmount: number;
  isConnected: boolean;
  readonly sentFrames: Buffer[];
  /** Reduces the number of buffered bytes to `bytesLeft`, as if the client had read the others. */
  drainTo(bytesLeft: number): void;
}

const createFakeSocket = (): FakeSocket => {
  const sendCallbacks: (() => void)[] = [];
  const socket: FakeSocket = {
    bufferedAmount: 0,
    isConnected: true,
    sentFrames: [],
    isOpen: () => socket.isConnected,
    send(frame, callback) {
      socket.sentFrames.push(frame);
      socket.bufferedAmount += frame.byteLength;
      sendCallbacks.push(callback);
    },
    drainTo(bytesLeft: number) {
      socket.bufferedAmount = bytesLeft;
      for (const callback of sendCallbacks.splice(0)) callback();
    },
  };
  return socket;
};

const openChannel = () => {
  const clock = createTestClock(0);
  const fakeSocket = createFakeSocket();
  const hopelessCalls: string[] = [];
  const sendBuffer = createSendBuffer(fakeSocket, {
    limits: defaultLiveLimits,
    realNow: clock.realNow,
    onHopeless: () => hopelessCalls.push('up'),
  });
  return { clock, fake: fakeSocket, sendBuffer, frames: hopelessCalls };
};

describe('createSendBuffer', () => {
  it('is full over 256 KiB and resolves waiters when there is space', async () => {
    const { fake, sendBuffer } = openChannel();
    sendBuffer.send(Buffer.alloc(256 * BYTES_PER_KIB));
    expect(sendBuffer.isFull()).toBe(false);
    await sendBuffer.whenNotFull();
    sendBuffer.send(Buffer.alloc(1));
    expect(sendBuffer.isFull()).toBe(true);
    const spaceEvents: string[] = [];
    const whenSpaceFree = sendBuffer.whenNotFull().then(() => spaceEvents.push('roomy'));
    sendBuffer.send(Buffer.alloc(1));
    fake.drainTo(257 * BYTES_PER_KIB);
    await Promise.resolve();
    expect(spaceEvents).toEqual([]);
    sendBuffer.send(Buffer.alloc(1));
    fake.drainTo(0);
    await whenSpaceFree;
    expect(spaceEvents).toEqual(['roomy']);
  });

  it('counts as full while it is held, and resolves waiters when it is released', async () => {
    const { sendBuffer } = openChannel();
    const spaceEvents: string[] = [];
    sendBuffer.hold();
    expect(sendBuffer.isFull()).toBe(true);
    const whenSpaceFree = sendBuffer.whenNotFull().then(() => spaceEvents.push('roomy'));
    await Promise.resolve();
    expect(spaceEvents).toEqual([]);
    sendBuffer.release();
    await whenSpaceFree;
    expect([sendBuffer.isFull(), spaceEvents]).toEqual([false, ['roomy']]);
  });

  it('gives up at once over 4 MiB', () => {
    const { sendBuffer, frames } = openChannel();
    sendBuffer.send(Buffer.alloc(4 * BYTES_PER_KIB * BYTES_PER_KIB));
    expect(frames).toEqual([]);
    sendBuffer.send(Buffer.alloc(1));
    expect(frames).toEqual(['up']);
  });

  it('gives up when more than 1 MiB has waited for ten seconds without a break', () => {
    const { clock, fake, sendBuffer } = openChannel();
    sendBuffer.send(Buffer.alloc(BYTES_PER_KIB * BYTES_PER_KIB + 1));
    clock.advance(9_999);
    expect(sendBuffer.isTooSlow()).toBe(false);
    fake.drainTo(BYTES_PER_KIB * BYTES_PER_KIB);
    sendBuffer.send(Buffer.alloc(1));
    clock.advance(9_999);
    expect(sendBuffer.isTooSlow()).toBe(false);
    clock.advance(1);
    expect(sendBuffer.isTooSlow()).toBe(true);
  });

  it('resolves all waiters when the socket closes, and sends nothing into a closed one', async () => {
    const { fake, sendBuffer } = openChannel();
    sendBuffer.send(Buffer.alloc(300 * BYTES_PER_KIB));
    const whenSpaceFree = sendBuffer.whenNotFull();
    fake.isConnected = false;
    sendBuffer.close();
    await whenSpaceFree;
    await sendBuffer.whenNotFull();
    sendBuffer.send(Buffer.alloc(1));
    expect(fake.sentFrames).toHaveLength(1);
  });
});

import { SIGN_IN_CHANNEL } from '@mahlzeit/contract';

/** Windows that the page of a test opens, and their messages. */
interface FakeSignInWindow {
  /** Opened addresses, oldest first. */
  readonly openedAddresses: readonly string[];
  /** Makes the browser open or block windows. */
  allow(isAllowed: boolean): void;
  /** Sends the message of the last opened window to all pages, by default with its own challenge. */
  sendOutcome(
    outcome: { readonly ok: true; readonly code: string } | { readonly ok: false; readonly code: string },
    challenge?: string,
  ): void;
  /** Sends data that is no message of a sign-in. */
  sendUnknown(data: unknown): void;
  restore(): void;
}

const CHALLENGE_BYTES = 32;

/** Replaces the browser's windows and its WebCrypto, which jsdom lacks. */
export const createFakeSignInWindow = (): FakeSignInWindow => {
  const openedAddresses: string[] = [];
  let isAllowed = true;
  let digestCount = 0;
  const open = jest.spyOn(window, 'open').mockImplementation((address) => {
    openedAddresses.push(String(address));
    return isAllowed ? window : null;
  });
  const digest = (): Promise<ArrayBuffer> => {
    digestCount += 1;
    return Promise.resolve(new Uint8Array(CHALLENGE_BYTES).fill(digestCount).buffer);
  };
  Object.defineProperty(crypto, 'subtle', { configurable: true, value: { digest } });
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  const challengeOf = (address: string | undefined): string | null =>
    new URLSearchParams(address?.split('?')[1]).get('challenge');

  return {
    openedAddresses,
    allow(next) {
      isAllowed = next;
    },
    sendOutcome: (outcome, challenge) =>
      channel.postMessage({
        type: 'mahlzeit-sign-in',
        challenge: challenge ?? challengeOf(openedAddresses.at(-1)),
        ...outcome,
      }),
    sendUnknown: (data) => channel.postMessage(data),
    restore() {
      channel.close();
      open.mockRestore();
      Reflect.deleteProperty(crypto, 'subtle');
    },
  };
};

import { SIGN_IN_CHANNEL } from '@mahlzeit/contract';

/** Control of the simulated sign-in windows that a page opens in a test, and of their messages. */
interface FakeSignInWindow {
  /** URLs of all opened windows, oldest first. */
  readonly openedAddresses: readonly string[];
  /** Makes the simulated browser allow or block new windows. */
  allowWindows(isAllowed: boolean): void;
  /**
   * Sends the message of the last opened window to all pages. By default the message carries that window's challenge.
   */
  sendOutcome(
    outcome: { readonly ok: true; readonly code: string } | { readonly ok: false; readonly code: string },
    challenge?: string,
  ): void;
  /** Sends data over the broadcast channel that is not a valid sign-in message. The page must ignore it. */
  sendUnknown(messageData: unknown): void;
  restore(): void;
}

const CHALLENGE_BYTES = 32;

/** Replaces `window.open`, and adds the WebCrypto functions that jsdom lacks. */
export const createFakeSignInWindow = (): FakeSignInWindow => {
  const openedAddresses: string[] = [];
  let isWindowAllowed = true;
  let digestCount = 0;
  const openSpy = jest.spyOn(window, 'open').mockImplementation((openedUrl) => {
    openedAddresses.push(String(openedUrl));
    return isWindowAllowed ? window : null;
  });
  const createDigest = (): Promise<ArrayBuffer> => {
    digestCount += 1;
    return Promise.resolve(new Uint8Array(CHALLENGE_BYTES).fill(digestCount).buffer);
  };
  Object.defineProperty(crypto, 'subtle', { configurable: true, value: { digest: createDigest } });
  const signInChannel = new BroadcastChannel(SIGN_IN_CHANNEL);
  const readChallenge = (startUrl: string | undefined): string | null =>
    new URLSearchParams(startUrl?.split('?')[1]).get('challenge');

  return {
    openedAddresses,
    allowWindows(areWindowsAllowed) {
      isWindowAllowed = areWindowsAllowed;
    },
    sendOutcome: (outcome, challenge) =>
      signInChannel.postMessage({
        type: 'mahlzeit-sign-in',
        challenge: challenge ?? readChallenge(openedAddresses.at(-1)),
        ...outcome,
      }),
    sendUnknown: (messageData) => signInChannel.postMessage(messageData),
    restore() {
      signInChannel.close();
      openSpy.mockRestore();
      Reflect.deleteProperty(crypto, 'subtle');
    },
  };
};

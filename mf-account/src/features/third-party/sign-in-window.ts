import { SIGN_IN_CHANNEL, SignInMessage } from '@mahlzeit/contract';
import type { SignInIntent, ThirdParty } from '@mahlzeit/contract';

/** What a window is opened for. */
interface SignInStart {
  readonly provider: ThirdParty;
  readonly intent: SignInIntent;
  readonly challenge: string;
}

/** Where the window begins, on the gateway, which leads on to the third party. */
export const startAddressOf = ({ provider, intent, challenge }: SignInStart): string =>
  `/api/auth/${provider}/start?${new URLSearchParams({ intent, challenge }).toString()}`;

/** Opens the window; returns whether the browser allowed it. Its opener policy cuts it off at once: only the channel brings messages of it. */
export const openSignInWindow = (address: string): boolean => window.open(address, '_blank', 'popup,width=480,height=680') !== null;

/** Calls back once with how the sign-in of this challenge went; ignores all others. Returns an unsubscribe function. */
export const onSignInMessage = (challenge: string, onMessage: (message: SignInMessage) => void): (() => void) => {
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  const stop = (): void => {
    channel.removeEventListener('message', receive);
    channel.close();
  };
  function receive({ data }: MessageEvent): void {
    const message = SignInMessage.safeParse(data);
    if (!message.success || message.data.challenge !== challenge) return;
    stop();
    onMessage(message.data);
  }
  channel.addEventListener('message', receive);
  return stop;
};

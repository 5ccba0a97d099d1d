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

/** Opens the window; answers whether the browser let it. Its opener policy cuts it off at once: nothing more is heard of it but by the channel. */
export const openSignInWindow = (address: string): boolean => window.open(address, '_blank', 'popup,width=480,height=680') !== null;

/** Hears once how a sign-in went that began with this challenge, and passes over all others. Answers the way to stop. */
export const hearSignIn = (challenge: string, heard: (message: SignInMessage) => void): (() => void) => {
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  const stop = (): void => {
    channel.removeEventListener('message', hear);
    channel.close();
  };
  function hear({ data }: MessageEvent): void {
    const message = SignInMessage.safeParse(data);
    if (!message.success || message.data.challenge !== challenge) return;
    stop();
    heard(message.data);
  }
  channel.addEventListener('message', hear);
  return stop;
};

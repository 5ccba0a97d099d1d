import { patchMe } from '@mahlzeit/contract';
import type { Navigation, ShellApi } from '@mahlzeit/shared-ui/platform';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { MeWatch } from '../me/watch-me';
import { endSession } from '../session/end-session';
import type { Question } from './demand-question';
import { text } from './demand-texts';

/** The policy's own screen: users who read it aren't asked meanwhile. */
export const READING = { key: 'settings', param: 'privacy' } as const;

export interface PolicyDeps extends Pick<ShellApi, 'apiClient' | 'session' | 'track' | 'snackbar'> {
  readonly navigation: Pick<Navigation, 'hrefOf'>;
  readonly me: Pick<MeWatch, 'apply'>;
  hasScreen(key: string): boolean;
}

/** Asks to accept the policy (S1§4): nothing else can be done before, but to read it. Declining logs out (A04). */
export const askPolicy = ({ me, navigation, hasScreen, ...shell }: PolicyDeps): Question => ({
  request: {
    title: text('PolicyTitle'),
    text: text('PolicyMessage'),
    link: hasScreen(READING.key) ? { label: text('PolicyRead'), href: navigation.hrefOf(READING.key, READING.param) } : undefined,
    isDismissable: false,
    actions: [
      { id: 'decline', label: text('PolicyDecline'), tone: 'safe' },
      { id: 'accept', label: text('PolicyAccept'), tone: 'primary' },
    ],
  },
  async answer(choice) {
    if (choice !== 'accept') return endSession(shell);
    const stored = await shell.track(shell.apiClient.call(patchMe, { body: { policyAccepted: true } }));
    if (stored.ok) me.apply(stored.value);
    else shell.snackbar({ text: errorText(stored.error), tone: 'error' });
  },
});

import { patchMe } from '@mahlzeit/contract';
import type { Navigation, ShellApi } from '@mahlzeit/shared-ui/platform';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { MeWatch } from '../me';
import { endSession } from '../session';
import type { DemandQuestion } from './demand-question';
import { READING } from './demand-rules';
import { text } from './demand-texts';

/** What accepting takes. */
export interface PolicyDeps extends Pick<ShellApi, 'gateway' | 'session' | 'track' | 'snackbar'> {
  readonly navigation: Pick<Navigation, 'hrefOf'>;
  readonly me: Pick<MeWatch, 'learn'>;
  hasScreen(key: string): boolean;
}

/** Demands that the policy is accepted (S1§4): nothing else can be done before, but to read it. No logs out (A04). */
export const askPolicy = ({ me, navigation, hasScreen, ...shell }: PolicyDeps): DemandQuestion => ({
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
    const stored = await shell.track(shell.gateway.call(patchMe, { body: { policyAccepted: true } }));
    if (stored.ok) me.learn(stored.value);
    else shell.snackbar({ text: errorText(stored.error), tone: 'error' });
  },
});

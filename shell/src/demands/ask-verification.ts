import { resendEmailVerification } from '@mahlzeit/contract';
import type { Navigation, ShellApi } from '@mahlzeit/shared-ui/platform';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { Question } from './demand-question';
import { text } from './demand-texts';

/** Where an address is verified. */
export const PROFILE = 'profile';

export interface VerificationDeps extends Pick<ShellApi, 'apiClient' | 'track' | 'snackbar'> {
  readonly navigation: Pick<Navigation, 'open'>;
  readonly email: string;
  /** They have just registered: a code is on its way to them. */
  readonly isCodeSent: boolean;
  /** They have answered, and aren't asked again until they come back. */
  settle(): void;
}

/** Asks to verify the e-mail address, and offers to send a code (S1§4). */
export const askVerification = ({ apiClient, track, snackbar, navigation, email, isCodeSent, settle }: VerificationDeps): Question => {
  const enterCode = (): void => {
    settle();
    navigation.open(PROFILE);
  };
  const sendCode = async (): Promise<void> => {
    const sent = await track(apiClient.call(resendEmailVerification, {}));
    if (sent.ok) snackbar({ text: text('VerificationCodeSent'), tone: 'success' });
    // Too many: a code was sent a moment ago, and the screen to enter it is the next step all the same.
    else if (sent.error.code !== 'ErrorTooManyAttempts') return snackbar({ text: errorText(sent.error), tone: 'error' });
    enterCode();
  };
  return {
    request: {
      title: text('VerificationTitle'),
      text: text(isCodeSent ? 'VerificationSentMessage' : 'VerificationMessage', { email }),
      actions: [
        { id: 'later', label: text('VerificationLater'), tone: 'safe' },
        isCodeSent ? { id: 'enter', label: text('EnterCode'), tone: 'primary' } : { id: 'send', label: text('SendCode'), tone: 'primary' },
      ],
    },
    async answer(choice) {
      if (choice === 'send') return sendCode();
      if (choice === 'enter') return enterCode();
      settle();
    },
  };
};

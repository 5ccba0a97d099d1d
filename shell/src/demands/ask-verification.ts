import { resendEmailVerification } from '@mahlzeit/contract';
import type { Navigation, ShellApi } from '@mahlzeit/shared-ui/platform';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { DemandQuestion } from './demand-question';
import { PROFILE } from './demand-rules';
import { text } from './demand-texts';

/** What verifying takes. */
export interface VerificationDeps extends Pick<ShellApi, 'gateway' | 'track' | 'snackbar'> {
  readonly navigation: Pick<Navigation, 'open'>;
  readonly email: string;
  /** He has just registered: a code is on its way to him. */
  readonly isCodeSent: boolean;
  /** He has answered, and isn't asked again until he comes back. */
  settle(): void;
}

/** Demands that the e-mail address is verified, and offers to send a code (S1§4). */
export const askVerification = ({ gateway, track, snackbar, navigation, email, isCodeSent, settle }: VerificationDeps): DemandQuestion => {
  const enterCode = (): void => {
    settle();
    navigation.open(PROFILE);
  };
  const sendCode = async (): Promise<void> => {
    const sent = await track(gateway.call(resendEmailVerification, {}));
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

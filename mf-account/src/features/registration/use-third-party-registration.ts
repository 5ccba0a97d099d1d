import type { Account } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { text } from '../../account-texts';
import { isCancelled, thirdPartyErrorText } from '../third-party/third-party-faults';
import type { ThirdPartyError } from '../third-party/third-party-faults';
import type { ThirdPartyOutcome } from '../third-party/third-party-stage';
import { useThirdPartySignIn } from '../third-party/use-third-party-sign-in';
import type { ThirdPartySignIn } from '../third-party/use-third-party-sign-in';
import { greetingOf } from '../welcome';

/** What to say above the ways: one has turned back, or something went wrong. */
interface RegistrationNotice {
  readonly tone: 'neutral' | 'err';
  readonly text: string;
}

interface ThirdPartyRegistration {
  readonly signIn: ThirdPartySignIn;
  readonly notice: RegistrationNotice | null;
}

/** Registers or logs in by a third party and goes back to where the visitor came from. */
const useThirdPartyRegistration = (): ThirdPartyRegistration => {
  const { session, navigation, snackbar, alert, track } = useShell();
  const [error, setError] = useState<ThirdPartyError | null>(null);
  const before = session.get();

  const welcome = (account: Account): void => {
    // A visitor whose account is new keeps their uid.
    const isNew = before.status === 'known' && before.account.uid === account.uid;
    snackbar({ tone: 'success', text: greetingOf(account, isNew) });
    navigation.back();
  };

  // S1§8: the address belongs to an account that signs in in another way; nobody stays half logged in (A07).
  const fail = async (): Promise<void> => {
    // While nobody is known the screen goes; coming back, it would lie over the dialog.
    navigation.close();
    const answer = alert({
      title: text('FailLogin'),
      text: text('ErrorEmailTaken'),
      actions: [
        { id: 'close', label: text('Close'), tone: 'safe' },
        { id: 'login', label: text('LogIn'), tone: 'primary' },
      ],
    });
    await track(session.logout());
    if ((await answer) === 'login') navigation.open('login');
  };

  const end = (outcome: ThirdPartyOutcome): void => {
    if (outcome.ok) return welcome(outcome.value.account);
    if (outcome.error.code === 'ErrorEmailTaken') return void fail();
    setError(outcome.error);
  };
  const signIn = useThirdPartySignIn({ intent: 'signIn', onOutcome: end });

  return {
    signIn: {
      ...signIn,
      begin(provider) {
        setError(null);
        signIn.begin(provider);
      },
    },
    notice: error === null ? null : { tone: isCancelled(error) ? 'neutral' : 'err', text: thirdPartyErrorText(error) },
  };
};

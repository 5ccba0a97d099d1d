import { getConnectionSender } from '@mahlzeit/contract';
import type { Account, ConnectionSender } from '@mahlzeit/contract';
import { CONNECTION_CODE_MIN_LENGTH, connectionCodeOf } from '@mahlzeit/contract/rules';
import { api, apiQuery, defineScreen, skipToken, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Banner, Body, ButtonLink, H1, PlateArt, Stack, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../account-texts';
import { askForName } from '../features/account';
import { signInOrigin } from '../features/pending-sign-in';
import { ThirdPartyButtons, ThirdPartyWaiting } from '../features/third-party-buttons';
import { greetUser, showEmailTaken } from '../features/third-party-outcome';
import { isSignInRunning, noticeOfThirdPartyError, useThirdPartySignIn } from '../features/third-party-sign-in';
import type {
  ThirdPartyError,
  ThirdPartyNotice,
  ThirdPartyOutcome,
  ThirdPartySignIn,
} from '../features/third-party-sign-in';

interface ThirdPartyRegistration {
  readonly signIn: ThirdPartySignIn;
  readonly notice: ThirdPartyNotice | null;
}

/** Registers or logs in by a third party, then returns to the screen from which the visitor came. */
const useThirdPartyRegistration = (): ThirdPartyRegistration => {
  const shell = useShell();
  const { session, navigation } = shell;
  const [signInError, setSignInError] = useState<ThirdPartyError | null>(null);
  const sessionBefore = session.get();

  const welcomeUser = (account: Account): void => {
    // The account is a new one if its uid is that of the anonymous visitor; an existing account has another uid.
    const isNewAccount = sessionBefore.status === 'known' && sessionBefore.account.uid === account.uid;
    greetUser(shell, account, { isNew: isNewAccount });
    navigation.back();
    if (isNewAccount) askForName(account, navigation);
  };

  const onSignInOutcome = (outcome: ThirdPartyOutcome): void => {
    if (outcome.ok) return welcomeUser(outcome.value.account);
    if (outcome.error.code === 'ErrorEmailTaken') return void showEmailTaken(shell);
    setSignInError(outcome.error);
  };
  const signIn = useThirdPartySignIn({ intent: 'signIn', onOutcome: onSignInOutcome });

  return {
    signIn: {
      ...signIn,
      startSignIn(provider) {
        setSignInError(null);
        signIn.startSignIn(provider);
      },
    },
    notice: signInError === null ? null : noticeOfThirdPartyError(signInError),
  };
};

const { useConnectionSenderQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    connectionSender: build.query<ConnectionSender, string>(
      apiQuery(getConnectionSender, (code: string) => ({ params: { code } })),
    ),
  }),
});

/**
 * Says why the visitor needs an account. If the visitor has opened the connection link of a user, the text names that
 * user.
 */
const PromptBanner = ({ connectionCode }: { readonly connectionCode: string }) => {
  const t = useTexts();
  const isCode = connectionCodeOf(connectionCode).length >= CONNECTION_CODE_MIN_LENGTH;
  const { data: sender } = useConnectionSenderQuery(isCode ? connectionCode : skipToken);
  return (
    <Banner tone="info" icon={UserPlus}>
      {sender === undefined
        ? t('RegistrationPrompt')
        : t('ConnectionPrompt', { name: sender.firstName || t('Somebody') })}
    </Banner>
  );
};

interface RegistrationOptionsProps {
  /** Whether the visitor wanted to do something that needs an account. */
  readonly isPrompt: boolean;
  /** Code of the connection link that the visitor has opened; empty without one. */
  readonly connectionCode?: string;
}

/** Buttons for all ways to register or log in. */
export const RegistrationOptions = ({ isPrompt, connectionCode = '' }: RegistrationOptionsProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { signIn, notice } = useThirdPartyRegistration();
  if (isSignInRunning(signIn.stage)) return <ThirdPartyWaiting attempt={signIn.stage} signIn={signIn} />;
  return (
    <Stack>
      {isPrompt && <PromptBanner connectionCode={connectionCode} />}
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <IntroBlock>
        <PlateArt art="sandwich" size={104} />
        <H1 as="h2">{t('RegistrationLead')}</H1>
        <Body $tone="quiet">{t('RegistrationText')}</Body>
      </IntroBlock>
      <OptionList>
        <ThirdPartyButtons signIn={signIn} />
        <OptionsSeparator>{t('OrByEmail')}</OptionsSeparator>
        <ButtonLink isBlock href={navigation.hrefOf('login', 'new')}>
          {t('CreateAccount')}
        </ButtonLink>
        <ButtonLink isBlock variant="second" href={navigation.hrefOf('login')}>
          {t('LogIn')}
        </ButtonLink>
      </OptionList>
    </Stack>
  );
};

// The layout has less space between its elements than an empty state, so that a phone shows all options without
// scrolling.
const IntroBlock = styled.div`
  display: grid;
  justify-items: center;
  gap: 6px;
  padding-top: 8px;
  text-align: center;
  > h2 {
    margin-top: 4px;
  }
  > p {
    max-width: 19rem;
    text-wrap: pretty;
  }
`;

const OptionList = styled.div`
  display: grid;
  gap: ${tokens.space[10]};
  width: min(290px, 100%);
  margin: 8px auto 0;
  padding-bottom: ${tokens.space[20]};
`;

const OptionsSeparator = styled.p`
  ${textStyles.small}
  display: grid;
  grid-template-columns: 1fr auto 1fr;
  align-items: center;
  gap: 12px;
  width: 100%;
  color: ${tokens.color.ink2};
  &::before,
  &::after {
    content: '';
    border-top: 1px solid ${tokens.color.line};
  }
`;

const RegistrationScreen = ({ params: [reason, connectionCode = ''], shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  // The remembered screen is forgotten when this screen closes: a visitor who comes here later in another way doesn't
  // return there.
  useEffect(() => () => signInOrigin.set(null), []);
  return (
    <Sheet title={t('RegistrationOrLogin')} onClose={navigation.close}>
      <RegistrationOptions isPrompt={reason === 'prompt'} connectionCode={connectionCode} />
    </Sheet>
  );
};

export default defineScreen(RegistrationScreen);

import { TokenSessionPage } from '@mahlzeit/shared-ui/platform/standalone';
import { GlobalStyle } from '@mahlzeit/shared-ui/ui';
import { consoleErrorText, useTexts } from '../console-texts';
import { ReleaseProvider } from '../platform';
import type { ReleasePlatform } from '../platform';
import { Console } from './console';

interface ReleaseAppProps {
  readonly platform: ReleasePlatform;
}

const SessionPage = ({ platform }: ReleaseAppProps) => {
  const t = useTexts();
  return (
    <TokenSessionPage
      signIn={platform}
      texts={{
        pageTitle: t('PageTitle'),
        title: t('SignInTitle'),
        text: t('SignInText'),
        label: t('TokenLabel'),
        hint: t('TokenHint'),
        empty: t('TokenEmpty'),
        submit: t('SignIn'),
        checking: t('Checking'),
        unreached: t('FailedTitle'),
        signOut: t('SignOut'),
      }}
      refusalText={() => t('SignedOut')}
      errorText={consoleErrorText}
    >
      {(token) => <Console token={token} />}
    </TokenSessionPage>
  );
};

/** App for the releases of remotes, with its platform and its session. It is a page of its own, without the shell. */
export const ReleaseApp = ({ platform }: ReleaseAppProps) => (
  <ReleaseProvider platform={platform}>
    <GlobalStyle />
    <SessionPage platform={platform} />
  </ReleaseProvider>
);

import { TokenSessionPage } from '@mahlzeit/shared-ui/platform/standalone';
import { GlobalStyle } from '@mahlzeit/shared-ui/ui';
import { NoticesProvider } from '@mahlzeit/shared-ui/ui/console';
import { consoleErrorText, useTexts } from '../console-texts';
import { ModerationProvider } from '../platform';
import type { ModerationPlatform } from '../platform';
import { Console } from './console';

interface ModerationAppProps {
  readonly platform: ModerationPlatform;
}

const SessionPage = ({ platform }: ModerationAppProps) => {
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
      {(moderator) => <Console moderator={moderator} />}
    </TokenSessionPage>
  );
};

/** App for the moderation of reports, with its platform and its session. It is a page of its own, without the shell. */
export const ModerationApp = ({ platform }: ModerationAppProps) => (
  <ModerationProvider platform={platform}>
    <GlobalStyle />
    <NoticesProvider>
      <SessionPage platform={platform} />
    </NoticesProvider>
  </ModerationProvider>
);

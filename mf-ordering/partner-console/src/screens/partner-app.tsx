import { TokenSessionPage } from '@mahlzeit/shared-ui/platform/standalone';
import { GlobalStyle } from '@mahlzeit/shared-ui/ui';
import { NoticesProvider } from '@mahlzeit/shared-ui/ui/console';
import { consoleErrorText, useTexts } from '../console-texts';
import type { Sound } from '../features/alerts';
import { PartnerProvider } from '../platform';
import type { PartnerPlatform } from '../platform';
import { Console } from './console';

interface PartnerAppProps {
  readonly platform: PartnerPlatform;
  readonly sound: Sound;
  /** Whether the server is a sandbox, in which no real money is moved. */
  readonly isSandbox: boolean;
}

const SessionPage = ({ platform, ...props }: PartnerAppProps) => {
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
        unreached: t('UnreachedTitle'),
        signOut: t('SignOut'),
      }}
      refusalText={(reason) => t(`SignedOut_${reason}`)}
      errorText={consoleErrorText}
    >
      {(restaurant) => <Console key={restaurant.key} restaurant={restaurant} {...props} />}
    </TokenSessionPage>
  );
};

/** The restaurant's console, with its platform and its session. It is a page of its own, without the shell. */
export const PartnerApp = (props: PartnerAppProps) => (
  <PartnerProvider platform={props.platform}>
    <GlobalStyle />
    <NoticesProvider>
      <SessionPage {...props} />
    </NoticesProvider>
  </PartnerProvider>
);

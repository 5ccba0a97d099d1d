import { useSession } from '@mahlzeit/shared-ui/platform';
import { AppFrame, MainRegion, SkipLink } from '@mahlzeit/shared-ui/ui';
import { WifiOff } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { ShellServices } from '../chrome';
import { useTexts } from '../shell-texts';
import { MainError } from './main-failure';
import { MAIN_ID, mainRegion } from './main-region';
import { MainScreen } from './main-screen';
import { TopFrame } from './top-frame';

const skipToMain = (event: MouseEvent): void => {
  // The hash names modals: the link must not become one.
  event.preventDefault();
  mainRegion()?.focus();
};

interface PageProps {
  readonly services: ShellServices;
  readonly placeId: string | null;
}

/** The page under the modals: top frame and main region. Without a session it says so and offers another try. */
export const Page = ({ services, placeId }: PageProps) => {
  const t = useTexts();
  const session = useSession();
  const { shell } = services;
  return (
    <AppFrame>
      <SkipLink href={`#${MAIN_ID}`} onClick={skipToMain}>{t('SkipToContent')}</SkipLink>
      <TopFrame services={services} />
      <MainRegion id={MAIN_ID} tabIndex={-1}>
        {session.status === 'failed' ? (
          <MainError icon={WifiOff} title={t('ErrorInternetConnectionTitle')} text={t('ErrorInternetConnection')} onRetry={() => void shell.track(shell.session.retry())} />
        ) : (
          <MainScreen services={services} placeId={placeId} />
        )}
      </MainRegion>
    </AppFrame>
  );
};

import { useSession } from '@mahlzeit/shared-ui/platform';
import { AppFrame, MainRegion, SkipLink } from '@mahlzeit/shared-ui/ui';
import { WifiOff } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Chrome } from '../chrome';
import { useTexts } from '../shell-texts';
import { MainFailure } from './main-failure';
import { MAIN_ID, mainRegion } from './main-region';
import { MainScreen } from './main-screen';
import { TopFrame } from './top-frame';

const skipToMain = (event: MouseEvent): void => {
  // The hash names modals: the link must not become one.
  event.preventDefault();
  mainRegion()?.focus();
};

interface PageProps {
  readonly chrome: Chrome;
  readonly placeId: string | null;
}

/** The page under the modals: top frame and main region. Without a session it says so and offers another try. */
export const Page = ({ chrome, placeId }: PageProps) => {
  const t = useTexts();
  const session = useSession();
  const { shell } = chrome;
  return (
    <AppFrame>
      <SkipLink href={`#${MAIN_ID}`} onClick={skipToMain}>{t('SkipToContent')}</SkipLink>
      <TopFrame chrome={chrome} />
      <MainRegion id={MAIN_ID} tabIndex={-1}>
        {session.status === 'failed' ? (
          <MainFailure icon={WifiOff} title={t('ErrorInternetConnectionTitle')} text={t('ErrorInternetConnection')} onRetry={() => void shell.track(shell.session.retry())} />
        ) : (
          <MainScreen chrome={chrome} placeId={placeId} />
        )}
      </MainRegion>
    </AppFrame>
  );
};

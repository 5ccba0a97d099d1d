import { storedText } from '@mahlzeit/shared-ui/platform';
import { createRoot } from 'react-dom/client';
import { browserAudio, createSound } from './features/alerts';
import { browserPartnerDeps, createPartnerPlatform } from './platform';
import { PartnerApp } from './screens/partner-app';

/** Starts the console in the HTML page that the gateway delivers (releases/page/partner-page.ts). */
const start = (): void => {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  const platform = createPartnerPlatform(browserPartnerDeps());
  const sound = createSound(
    storedText(() => localStorage, 'mahlzeit.partner.sound'),
    browserAudio,
  );
  platform.start();
  createRoot(root).render(
    <PartnerApp
      platform={platform}
      sound={sound}
      isSandbox={document.documentElement.dataset['sandbox'] !== undefined}
    />,
  );
};

start();

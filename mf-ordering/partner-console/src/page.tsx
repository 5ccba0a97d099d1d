import { createStoredText } from '@mahlzeit/shared-ui/platform';
import { createRoot } from 'react-dom/client';
import { browserAudio, createSound } from './features/alerts';
import { browserPartnerDeps, createPartnerPlatform } from './platform';
import { PartnerApp } from './screens/partner-app';

/** Starts the restaurant's console in the HTML page that the gateway delivers (releases/page/partner-page.ts). */
const startConsole = (): void => {
  const rootElement = document.getElementById('root');
  if (rootElement === null) throw new Error('The page has no #root');
  const platform = createPartnerPlatform(browserPartnerDeps());
  const sound = createSound(
    createStoredText(() => localStorage, 'mahlzeit.partner.sound'),
    browserAudio,
  );
  platform.start();
  createRoot(rootElement).render(
    <PartnerApp
      platform={platform}
      sound={sound}
      isSandbox={document.documentElement.dataset['sandbox'] !== undefined}
    />,
  );
};

startConsole();

import { browserTokenPlatformDeps } from '@mahlzeit/shared-ui/platform/standalone';
import { createRoot } from 'react-dom/client';
import { createModerationPlatform } from './platform';
import { ModerationApp } from './screens/moderation-app';

/** Starts the moderation console in the HTML page that the gateway delivers (releases/page/separate-page.ts). */
const startConsole = (): void => {
  const rootElement = document.getElementById('root');
  if (rootElement === null) throw new Error('The page has no #root');
  const platform = createModerationPlatform(browserTokenPlatformDeps());
  platform.start();
  createRoot(rootElement).render(<ModerationApp platform={platform} />);
};

startConsole();

import { browserTokenPlatformDeps } from '@mahlzeit/shared-ui/platform/standalone';
import { createRoot } from 'react-dom/client';
import { createReleasePlatform } from './platform';
import { ReleaseApp } from './screens/release-app';

/** Starts the release console in the HTML page that the gateway delivers (releases/page/separate-page.ts). */
const startConsole = (): void => {
  const rootElement = document.getElementById('root');
  if (rootElement === null) throw new Error('The page has no #root');
  const platform = createReleasePlatform(browserTokenPlatformDeps());
  platform.start();
  createRoot(rootElement).render(<ReleaseApp platform={platform} />);
};

startConsole();

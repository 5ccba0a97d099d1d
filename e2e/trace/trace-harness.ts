import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { chromium } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '../world/chromium-launch';
import { createGatewayApi } from '../world/gateway-api';
import { startGatewayProcess } from '../world/gateway-process';
import { createPartner, TEST_DAY } from '../world/partner';
import type { CoverageSource, ProcessCoverage } from './coverage';
import { measureBrowserCoverage, measureProcessCoverage } from './coverage';
import type { FlowHarness } from './flows';

/** Objects that a flow needs, with the coverage counts of browser and gateway. */
interface TraceHarness extends FlowHarness {
  readonly browser: CoverageSource;
  readonly gateway: ProcessCoverage;
  close(): Promise<void>;
}

const PARTNER_TOKEN = 'partner-token-of-the-trace';
const PRELOAD_SCRIPT = join(import.meta.dirname, 'hold-intervals.cjs');
const QUIET_MS = 1_000;

const VISITOR_OPTIONS = {
  viewport: { width: 1440, height: 900 },
  locale: 'de-DE',
  timezoneId: 'Europe/Berlin',
  reducedMotion: 'reduce',
  geolocation: { latitude: 53.55, longitude: 9.99 },
  permissions: ['geolocation'],
} as const;

const findFreePort = async (): Promise<number> => {
  const portServer = createServer().listen(0, '127.0.0.1');
  await once(portServer, 'listening');
  const serverAddress = portServer.address();
  portServer.close();
  await once(portServer, 'close');
  if (serverAddress === null || typeof serverAddress === 'string') throw new Error('No free port');
  return serverAddress.port;
};

/**
 * Watches the requests of a page from this call on. Returns a function that waits until the page has had no open
 * request for a short time.
 */
const watchRequests = (page: Page): (() => Promise<void>) => {
  const openRequests = new Set<Request>();
  let lastRequestMs = performance.now();
  const recordRequest = (): void => {
    lastRequestMs = performance.now();
  };
  const onRequestEnd = (request: Request): void => {
    openRequests.delete(request);
    recordRequest();
  };
  page.on('request', (request) => {
    openRequests.add(request);
    recordRequest();
  });
  page.on('requestfinished', onRequestEnd);
  page.on('requestfailed', onRequestEnd);
  return async () => {
    recordRequest();
    while (openRequests.size > 0 || performance.now() - lastRequestMs < QUIET_MS)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
};

/**
 * Starts a gateway of the product in `productFolder` with the demo town on a Wednesday at noon, and a browser with an
 * empty page.
 */
export const openTraceHarness = async (productFolder: string): Promise<TraceHarness> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-trace-'));
  const inspectorPort = await findFreePort();
  const gateway = await startGatewayProcess(productFolder, {
    DATA_DIR: dataFolder,
    MAHLZEIT_WORLD: 'demo',
    MAHLZEIT_NOW: `${TEST_DAY}T12:00:00+02:00`,
    PARTNER_TOKEN,
    PORT: '0',
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort} --require "${PRELOAD_SCRIPT}"`,
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM_LAUNCH.path, args: CHROMIUM_LAUNCH.flags });
  const close = async (): Promise<void> => {
    await browser.close();
    // SIGKILL is used because SIGTERM would make the gateway wait until the inspector disconnects.
    await gateway.endProcess('SIGKILL');
    rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    const page = await (
      await browser.newContext({ ...VISITOR_OPTIONS, permissions: [...VISITOR_OPTIONS.permissions] })
    ).newPage();
    return {
      page,
      url: gateway.url,
      partner: await createPartner(createGatewayApi(gateway.url), PARTNER_TOKEN),
      waitUntilQuiet: watchRequests(page),
      browser: await measureBrowserCoverage(page),
      gateway: await measureProcessCoverage(inspectorPort),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

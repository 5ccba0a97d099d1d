import { createSingleFlight } from '../../../platform';
import { parseRelease } from '../manifest';
import type { RemoteManifest, RemoteName } from '../manifest';

/** Maximum milliseconds for which a page waits for a dev server, which builds the remote at the first request. */
const MANIFEST_TIMEOUT_MS = 20_000;

/** Maximum number of bytes of a manifest that a dev server may send. */
const MAX_MANIFEST_BYTES = 1_000_000;

/** Path of the manifest that a dev server serves (shared-ui/build/live-build.ts). */
const MANIFEST_PATH = '/release.json';

/** Reads the manifests of dev servers. */
export interface DevServerReader {
  /**
   * Reads the present build of a remote from a dev server; null when the server doesn't answer or has no build of this
   * remote.
   */
  findBuild(origin: string, name: RemoteName): Promise<RemoteManifest | null>;
}

const readLimited = async ({ body }: Response): Promise<string | null> => {
  if (body === null) return null;
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    byteCount += chunk.value.byteLength;
    if (byteCount > MAX_MANIFEST_BYTES) {
      await reader.cancel();
      return null;
    }
    chunks.push(chunk.value);
  }
  return Buffer.concat(chunks).toString('utf8');
};

interface DevServerReaderDeps {
  readonly onUnreachable: (origin: string, cause: unknown) => void;
  readonly timeoutMs?: number;
}

/**
 * Creates the reader of the manifests of dev servers. The caller must have checked that the deployment allows the
 * origin.
 */
export const createDevServerReader = ({
  onUnreachable,
  timeoutMs = MANIFEST_TIMEOUT_MS,
}: DevServerReaderDeps): DevServerReader => {
  // Shares one request to the dev server between the page and the registry of one visit, which need it at the same
  // moment.
  const singleFlight = createSingleFlight<RemoteManifest | null>();

  const readManifest = async (origin: string, name: RemoteName): Promise<RemoteManifest | null> => {
    try {
      const response = await fetch(new URL(MANIFEST_PATH, origin), {
        // Refuses redirects, so that a dev server can't lead the gateway to other addresses of its network.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = response.ok ? await readLimited(response) : null;
      if (text === null) throw new Error(`${origin}${MANIFEST_PATH} answered status ${response.status}`);
      const release = parseRelease(name, JSON.parse(text));
      return 'entry' in release.manifest ? release.manifest : null;
    } catch (cause) {
      onUnreachable(origin, cause);
      return null;
    }
  };

  return { findBuild: (origin, name) => singleFlight.run(`${origin} ${name}`, () => readManifest(origin, name)) };
};

import { err, getReleaseChoices, ok } from '@mahlzeit/contract';
import type { PageOverrides } from '@mahlzeit/contract';
import { openRoute } from '../../../platform';
import type { BoundRoute, GatewayConfig, SecretKeys } from '../../../platform';
import type { CurrentReleases } from '../manifest';
import type { StoredRemotes } from '../store';
import { createDevServerReader } from './dev-server-reader';
import { createOverriding } from './overridden-releases';
import type { OverriddenReleases } from './overridden-releases';
import { createOverrideCookie } from './override-cookie';
import { changeOverrides } from './override-values';

/** Releases that one browser gets, and the data about overrides that its page shows. */
export interface BrowserReleases extends Omit<OverriddenReleases, 'overrides'> {
  /** Overrides as the page shows them; null where the deployment allows none. */
  readonly overrides: PageOverrides | null;
}

/** Redirect that stores the overrides in a URL's query in a cookie. */
export interface OverrideRedirect {
  /** URL path and query without the overrides. */
  readonly location: string;
  /** Value of the header `Set-Cookie` with the overrides. */
  readonly setCookie: string;
}

/** Headers of a request for a page from which overrides are read. */
export interface OverrideRequest {
  /** Path and query of the requested page. */
  readonly address: string;
  readonly cookieHeader: string | undefined;
  /**
   * Value of the header `Sec-Fetch-Site`: the kind of site that led the browser to this page; undefined in older
   * browsers.
   */
  readonly fetchSite: string | undefined;
}

/** Overrides of releases: single browsers, for example of testers, get other releases than everybody (contract §10). */
export interface Overrides {
  readonly routes: readonly BoundRoute[];
  /**
   * Returns the redirect for a URL that contains overrides; null for other URLs and where the deployment allows no
   * overrides.
   */
  findRedirect(request: OverrideRequest): Promise<OverrideRedirect | null>;
  /** Replaces the releases for which the browser's cookie names another one. */
  releasesFor(cookieHeader: string | undefined, currentReleases: CurrentReleases): Promise<BrowserReleases>;
}

interface OverridesDeps {
  readonly config: Pick<GatewayConfig, 'overrides'>;
  readonly publicUrl: string;
  /** Origin of the sandbox that imitates payment providers and mail; null where it doesn't run. */
  readonly sandboxUrl: string | null;
  /** Keys that sign the cookies with overrides. */
  readonly secrets: SecretKeys;
  readonly realNow: () => number;
  readonly storedRemotes: StoredRemotes;
  readonly onUnreachable: (origin: string, cause: unknown) => void;
}

const noOverrides: Overrides = {
  routes: [openRoute(getReleaseChoices, async () => err('notFound'))],
  findRedirect: async () => null,
  releasesFor: async (_cookieHeader, releases) => ({ releases, devOrigins: new Map(), overrides: null }),
};

/** Creates the functions that handle overrides of releases in this deployment. */
export const createOverrides = (deps: OverridesDeps): Overrides => {
  const { config, publicUrl, sandboxUrl, secrets, realNow, storedRemotes, onUnreachable } = deps;
  if (config.overrides === null) return noOverrides;
  const cookie = createOverrideCookie({ publicUrl, secrets, realNow });
  const applyOverrides = createOverriding({
    allowedOrigins: config.overrides.origins,
    storedRemotes,
    devServerReader: createDevServerReader({ onUnreachable }),
  });
  return {
    routes: [openRoute(getReleaseChoices, async () => ok(await storedRemotes.listChoices()))],
    async findRedirect({ address, cookieHeader, fetchSite }) {
      const currentOverrides = cookie.read(cookieHeader);
      const change = changeOverrides(address, currentOverrides?.values ?? new Map(), {
        isForeignLink: fetchSite === 'cross-site',
      });
      return change === null ? null : { location: change.address, setCookie: cookie.write(change.values) };
    },
    async releasesFor(cookieHeader, currentReleases) {
      const currentOverrides = cookie.read(cookieHeader);
      const { overrides, ...releases } = await applyOverrides(currentReleases, currentOverrides?.values ?? new Map());
      return {
        ...releases,
        overrides: {
          expiresInMs: currentOverrides === null ? null : currentOverrides.expiresAt - realNow(),
          remotes: [...overrides],
          sandboxUrl,
        },
      };
    },
  };
};

import { Router } from 'express';
import type { GatewayModule, ModuleDeps, Worker } from '../../platform';
import { createAssetRouter } from './asset-router';
import { pageHtml, unavailableHtml } from './page/page-html';
import { createPageRouter } from './page/page-router';
import { presentDeployment, presentRegistry } from './registry-presenter';
import { createReleaseBook } from './release-book';
import { createReleaseFolder } from './release-folder';
import type { ShellManifest } from './release-manifest';
import { createReleaseService } from './release-service';
import type { CurrentReleases } from './release-service';
import { releasesRoutes } from './releases-routes';
import { registrySource } from './releases-topic';

const LOOK_EVERY_MS = 2000;

type Shelled = CurrentReleases & { readonly shell: ShellManifest };

const hasShell = (current: CurrentReleases): current is Shelled => current.shell !== null;

/** The built fronts: which releases hold, their files, and the page that loads them. */
export const createReleasesModule = ({ config, address, database, clock, log }: Pick<ModuleDeps, 'config' | 'address' | 'database' | 'clock' | 'log'>): GatewayModule => {
  const folder = createReleaseFolder(config.frontsDir);
  const releases = createReleaseService({
    folder,
    book: createReleaseBook(database),
    clock,
    onBroken: (name, cause) => log.error({ name, err: cause }, 'a built release cannot be read, the one before stays'),
  });
  const registryOf = ({ shell, remotes }: Shelled) =>
    presentRegistry({ shell, remotes, generatedAt: clock.realNow(), now: clock.now(), deployment: presentDeployment(config) });

  const pages = createPageRouter({
    publicUrl: address.publicUrl,
    isMeasured: config.deployment.measurementId !== null,
    async renderPage(options) {
      const current = await releases.current();
      return hasShell(current) ? pageHtml({ ...current, ...options, registry: registryOf(current) }) : null;
    },
    renderUnavailable: unavailableHtml,
  });
  const watch: Worker = { name: 'releases/watch', everyMs: LOOK_EVERY_MS, run: () => releases.publishNew() };

  return {
    routes: releasesRoutes(async () => {
      const current = await releases.current();
      return hasShell(current) ? registryOf(current) : null;
    }),
    router: Router().use(createAssetRouter(folder), pages),
    topics: [registrySource],
    workers: [watch],
  };
};

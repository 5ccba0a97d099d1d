import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// Runs before shared-ui is packed. The archive then holds the command `release` for teams whose remotes have
// repositories of their own. They don't have the packages of the gateway, so the bundle contains them.
const root = fileURLToPath(new URL('../..', import.meta.url));

await build({
  absWorkingDir: root,
  entryPoints: { 'release-command': 'api-gateway/src/team-release-main.ts' },
  outdir: 'shared-ui/dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  minifySyntax: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  logLevel: 'warning',
});

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// This script runs before shared-ui is packed. It adds the command `release` to the archive, for teams whose remotes
// have repositories of their own. These teams don't have the packages of the gateway, so the command is one bundle that
// contains them.
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

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

try {
  await ensureInstalled(root);
  // The command that follows is TypeScript, so the package tsx is registered first. It is installed by now.
  const { register } = await import('tsx/cjs/api');
  register();
  const { runNewRemote } = createRequire(import.meta.url)('../../shared-ui/build/new-remote.ts');
  process.exitCode = await runNewRemote(process.argv.slice(2), {
    root,
    // npm runs this command in the root of the repository. `INIT_CWD` holds the folder in which the user called npm.
    callFolder: process.env.INIT_CWD ?? process.cwd(),
    output: console,
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

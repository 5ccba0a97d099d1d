import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

try {
  await ensureInstalled(root);
  // The command is TypeScript, like the build presets beside it. tsx is installed by now.
  const { register } = await import('tsx/cjs/api');
  register();
  const { runNewRemote } = createRequire(import.meta.url)('../../shared-ui/build/new-remote.ts');
  process.exitCode = await runNewRemote(process.argv.slice(2), {
    root,
    // npm runs the command in the root of the repository and names the folder of the call in this variable.
    callFolder: process.env.INIT_CWD ?? process.cwd(),
    output: console,
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

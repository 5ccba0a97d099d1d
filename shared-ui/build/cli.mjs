import { createRequire } from 'node:module';
import { register } from 'tsx/cjs/api';

// The presets are TypeScript and run as they are; nothing of the build itself is ever built.
register();
const { runCli } = createRequire(import.meta.url)('./cli.ts');

try {
  process.exitCode = await runCli(process.argv.slice(2), process.cwd());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

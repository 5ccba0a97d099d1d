#!/usr/bin/env node
import { createRequire } from 'node:module';
import { register } from 'tsx/cjs/api';

// The build presets are TypeScript. tsx runs them directly, so that the build tool itself needs no build.
register();
const { runCli } = createRequire(import.meta.url)('./cli.ts');

try {
  process.exitCode = await runCli(process.argv.slice(2), process.cwd());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

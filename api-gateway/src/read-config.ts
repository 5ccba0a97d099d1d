import { dirname, resolve } from 'node:path';
import packageJson from '../package.json';
import { parseConfig, type GatewayConfig } from './platform/config/config';

// Both the bundle in dist and the source in src lie two folders below the root.
const rootOf = (program: string | undefined): string => resolve(dirname(program ?? 'api-gateway/dist/main.js'), '../..');

/** Reads the configuration from the environment; prints one line for each mistake and exits. */
export const readConfig = (): GatewayConfig => {
  const parsed = parseConfig(process.env, { version: packageJson.version, frontsDir: rootOf(process.argv[1]) });
  if (parsed.ok) return parsed.value;
  for (const mistake of parsed.error) process.stderr.write(`${mistake}\n`);
  process.exit(1);
};

import { fileURLToPath } from 'node:url';
import { buildChanged, buildGateway } from '../../api-gateway/bin/build-changed.mjs';

const build = process.argv.includes('--gateway') ? buildGateway : buildChanged;
await build(fileURLToPath(new URL('../..', import.meta.url)));

import { fileURLToPath } from 'node:url';
import { buildChanged, buildGateway } from '../../api-gateway/bin/build-changed.mjs';

const buildProduct = process.argv.includes('--gateway') ? buildGateway : buildChanged;
await buildProduct(fileURLToPath(new URL('../..', import.meta.url)));

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodeOf } from '../error-code';
import type { GatewayConfig } from './config';

/** The token of the partner interface: the configured one, else one of our own making that stays in the data folder. */
export const loadPartnerToken = ({ partnerToken, dataDir }: Pick<GatewayConfig, 'partnerToken' | 'dataDir'>): string => {
  if (partnerToken !== null) return partnerToken;
  const file = join(dataDir, 'partner-token');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
};

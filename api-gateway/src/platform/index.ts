export type { GatewayConfig } from './config/config';
export type { Migration } from './database/migrate';
export { readSetting, writeSetting } from './database/setting';
export { AppError } from './errors';
export { randomKey } from './random-key';
export { pack } from './http/pack';
export { openRoute, route } from './http/route';
export * from './types';
export { createWorkSlots, type WorkSlots } from './work-slots';

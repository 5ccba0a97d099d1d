export type { DeploymentConfig, GatewayConfig } from './config/config';
export { AppError, type AppErrorOptions } from './errors';
export type { Migration } from './database/migrate';
export { randomKey } from './random-key';
export { invalidRequest, openRoute, route } from './http/route';
export * from './types';
export { createWorkSlots, type WorkSlots } from './work-slots';

import { pino, type Logger } from 'pino';
import type { GatewayConfig } from './config/config';

/** JSON lines on stdout; tokens, cookies and bodies are never handed to it. */
export const createLog = (level: GatewayConfig['logLevel']): Logger => pino({ level, base: null });

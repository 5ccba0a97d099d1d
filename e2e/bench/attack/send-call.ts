import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Maximum milliseconds of one attacking request; a longer request is aborted. */
const MAX_ATTACK_MS = 120_000;

/** Number of parts in which a slow request body is sent, and the pause between two parts. */
const SLOW_PART_COUNT = 40;
const SLOW_PAUSE_MS = 250;

/** One request of a simulated attack. */
export interface AttackCall {
  readonly kind: string;
  readonly path: string;
  readonly token?: string;
  readonly type?: string;
  readonly body?: Buffer;
  /** Whether the body is sent in small parts with pauses. */
  readonly isSlow?: boolean;
}

/** Response to a request of a simulated attack. Status 0 means that no response came. */
export interface AttackResponse {
  readonly status: number;
  readonly body: Buffer;
}

const NO_ANSWER: AttackResponse = { status: 0, body: Buffer.alloc(0) };

const writeSlowly = async (
  body: Buffer,
  clientRequest: { write(part: Buffer): void; readonly destroyed: boolean },
): Promise<void> => {
  const partBytes = Math.ceil(body.byteLength / SLOW_PART_COUNT);
  for (let partStart = 0; partStart < body.byteLength && !clientRequest.destroyed; partStart += partBytes) {
    clientRequest.write(body.subarray(partStart, partStart + partBytes));
    await delay(SLOW_PAUSE_MS);
  }
};

/** Sends a request of the attack from the given address of this machine, over a connection of its own. */
export const sendCall = (
  url: string,
  { path, token, type, body, isSlow = false }: AttackCall,
  localAddress: string | undefined,
): Promise<AttackResponse> =>
  new Promise((resolve) => {
    const headers = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': type, 'Content-Length': body.byteLength }),
    };
    const requestOptions = {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers,
      signal: AbortSignal.timeout(MAX_ATTACK_MS),
      ...(localAddress !== undefined && { localAddress }),
    } as const;
    const clientRequest = request(`${url}${path}`, requestOptions, (attackResponse) => {
      const bodyChunks: Buffer[] = [];
      attackResponse.on('data', (chunk: Buffer) => bodyChunks.push(chunk));
      attackResponse.on('end', () =>
        resolve({ status: attackResponse.statusCode ?? 0, body: Buffer.concat(bodyChunks) }),
      );
      attackResponse.on('error', () => resolve(NO_ANSWER));
    });
    clientRequest.on('error', () => resolve(NO_ANSWER));
    if (isSlow && body !== undefined) void writeSlowly(body, clientRequest).then(() => clientRequest.end());
    else clientRequest.end(body);
  });

import { connect } from 'node:tls';
import type { ConnectionOptions, TLSSocket } from 'node:tls';

/** Facts about the TLS of the server at an origin. */
export interface TlsProbes {
  /** Returns the end of validity of the server's certificate. Rejects where no browser would trust the certificate. */
  readCertificateEnd(origin: string): Promise<number>;
  /**
   * Lists what the server accepts although nobody should: `TLSv1.1 ECDHE-RSA-AES256-SHA`, one for an outdated version
   * and one for a weak cipher.
   */
  listWeakHandshakes(origin: string): Promise<readonly string[]>;
}

/**
 * Handshakes that a server should refuse: versions before 1.2, and ciphers of 1.2 that keep nothing secret from whoever
 * learns the server's key later (`kRSA`) or that authenticate each block after encryption (the hashes). Level 0 lets
 * this side offer them.
 */
const WEAK_HANDSHAKES: readonly ConnectionOptions[] = [
  { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:!aNULL:@SECLEVEL=0' },
  {
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.2',
    ciphers: 'kRSA:SHA1:SHA256:SHA384:!aNULL:!PSK:!SRP:@SECLEVEL=0',
  },
];

/** Connects, and resolves to what `read` returns of the finished handshake. Rejects where there is none. */
const shakeHands = <T>(
  { origin, ...options }: ConnectionOptions & { readonly origin: string },
  read: (socket: TLSSocket) => T,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const target = { host: hostname, port: Number(port || 443), servername: hostname };
    const socket = connect({ ...options, ...target }, () => {
      resolve(read(socket));
      socket.end();
    });
    socket.on('timeout', () => socket.destroy(new Error(`no TLS handshake with ${origin} in time`)));
    socket.on('error', reject);
  });

/** Time that a handshake may take, and authorities besides those of Node, for tests. */
interface TlsProbeOptions extends Pick<ConnectionOptions, 'ca'> {
  readonly timeoutMs: number;
}

const nameOf = (socket: TLSSocket): string => `${socket.getProtocol() ?? ''} ${socket.getCipher().name}`;

/** Creates the probes. A server that hangs doesn't hang the command. */
export const createTlsProbes = ({ timeoutMs, ...trust }: TlsProbeOptions): TlsProbes => ({
  readCertificateEnd: (origin) =>
    shakeHands({ origin, timeout: timeoutMs, ...trust }, (socket) => Date.parse(socket.getPeerCertificate().valid_to)),

  async listWeakHandshakes(origin) {
    const handshakes = await Promise.all(
      WEAK_HANDSHAKES.map((weakHandshake) =>
        // A refusal has many reasons, and each of them is as it should be.
        shakeHands({ origin, timeout: timeoutMs, ...trust, ...weakHandshake }, nameOf).catch(() => null),
      ),
    );
    return handshakes.filter((handshake) => handshake !== null);
  },
});

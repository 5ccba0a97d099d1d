import { createServer } from 'node:tls';
import type { Server, TlsOptions } from 'node:tls';
import { createTlsProbes } from './tls-probes';

// A pair for these tests alone: nobody else trusts the certificate.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCt1nk2lbxYXbHww9
f05ntGJdZyCyv8v/gQQCLvmu8NuhRANCAAR8IKW8XzkP4OMqzVBnHBh/+dNdFrMh
vg/pHkCkPyDfAjTWoGzZSFF5Ov8QLGBX8d1uidtkyL5XtuAiG0r0H+Y/
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBYDCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHwgpbxfOQ/g4yrN
UGccGH/5010WsyG+D+keQKQ/IN8CNNagbNlIUXk6/xAsYFfx3W6J22TIvle24CIb
SvQf5j+jSDBGMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAPBgNVHRMBAf8EBTADAQH/
MB0GA1UdDgQWBBQ6gZlKf7FGmSkiJgikE1FG1PvZJjAKBggqhkjOPQQDAgNHADBE
AiABlNpghtGjIsClUzKKJySDp0DV8WNUMb6WfQKsS+PgYAIgG2+dyTVkzeQkj3MG
hTjzmpOMEgH8ti+ww2h7kj5I6LI=
-----END CERTIFICATE-----`;

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) server.close();
});

/** Starts a TLS server, and returns its origin. */
const startServer = async (options: TlsOptions): Promise<string> => {
  const server = createServer({ key, cert, ...options });
  // A refused handshake is such an error.
  server.on('tlsClientError', () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `https://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`;
};

const TIMEOUT_MS = 30_000;

const { listWeakHandshakes, readCertificateEnd } = createTlsProbes({ timeoutMs: TIMEOUT_MS, ca: cert });

const STRONG: TlsOptions = { minVersion: 'TLSv1.2', ciphers: 'ECDHE+AESGCM:ECDHE+CHACHA20' };

describe('the probes of TLS', () => {
  it.each<[string, TlsOptions, readonly string[]]>([
    ['a server that refuses all of them', STRONG, []],
    [
      'a version before 1.2',
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
      ['TLSv1.1 ECDHE-ECDSA-AES256-SHA'],
    ],
    [
      'a cipher that authenticates after the encryption',
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' },
      ['TLSv1.2 ECDHE-ECDSA-AES128-SHA256'],
    ],
  ])('know %s', async (_title, options, expectedHandshakes) =>
    expect(await listWeakHandshakes(await startServer(options))).toEqual(expectedHandshakes),
  );

  it('read the end of a certificate, and refuse one that nobody trusts', async () => {
    const origin = await startServer(STRONG);
    expect(new Date(await readCertificateEnd(origin)).getUTCFullYear()).toBeGreaterThan(2100);
    await expect(createTlsProbes({ timeoutMs: TIMEOUT_MS }).readCertificateEnd(origin)).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
  });
});

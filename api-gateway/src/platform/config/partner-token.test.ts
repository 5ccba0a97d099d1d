import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPartnerToken } from './partner-token';

describe('the partner token', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is the configured one where there is one', () => {
    expect(loadPartnerToken({ partnerToken: 'configured', dataDir: join(folder, 'none') })).toBe('configured');
  });

  it('is made once and stays in a file that only its owner reads', () => {
    const dataDir = join(folder, 'data');
    const token = loadPartnerToken({ partnerToken: null, dataDir });
    expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(loadPartnerToken({ partnerToken: null, dataDir })).toBe(token);
    expect(statSync(join(dataDir, 'partner-token')).mode & 0o777).toBe(0o600);
    expect(loadPartnerToken({ partnerToken: null, dataDir: join(folder, 'other') })).not.toBe(token);
  });
});

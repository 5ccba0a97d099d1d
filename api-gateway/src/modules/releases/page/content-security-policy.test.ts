import { contentSecurityPolicy } from './content-security-policy';

const parts = { nonce: 'bm9uY2U=', publicUrl: 'https://mahlzeit.test', isMeasured: false };

const connectOf = (policy: string): string | undefined => policy.split('; ').find((rule) => rule.startsWith('connect-src'));

it('lets scripts speak to this site alone where nothing is measured', () => {
  expect(connectOf(contentSecurityPolicy(parts))).toBe("connect-src 'self' wss://mahlzeit.test");
});

it('admits the one host that measures, and neither its scripts nor its pictures', () => {
  const policy = contentSecurityPolicy({ ...parts, isMeasured: true });
  expect(connectOf(policy)).toBe("connect-src 'self' wss://mahlzeit.test https://region1.google-analytics.com");
  expect(policy.match(/google/g)).toHaveLength(1);
});

import { createPasswordHasher, productionCost } from './password-hasher';

const hasher = createPasswordHasher({ memoryCost: 64, timeCost: 1 });

it('makes argon2id hashes, another one each time', async () => {
  const [one, two] = await Promise.all([hasher.hash('mittagspause'), hasher.hash('mittagspause')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect(one).not.toBe(two);
});

it('A01 tells passwords apart by every sign, spaces included', async () => {
  const stored = await hasher.hash(' mittagspause');
  await expect(hasher.verify(' mittagspause', stored)).resolves.toBe(true);
  await expect(hasher.verify('mittagspause', stored)).resolves.toBe(false);
});

it('never lets anybody in where there is no hash', async () => {
  await expect(hasher.verify('no account has this one', null)).resolves.toBe(false);
});

it('costs in production what OWASP asks for', () => {
  expect(productionCost).toEqual({ memoryCost: 19_456, timeCost: 2 });
});

import { ErrorBody, LegalDocument } from '@mahlzeit/contract';
import request from 'supertest';
import { testGateways } from '../../platform/testing/test-gateway';

const gatewayFactory = testGateways();
let url = '';
beforeAll(async () => {
  ({ url } = await gatewayFactory.start());
});

it('returns the version info without a session', async () => {
  expect((await request(url).get('/api/versionInfos/5')).body).toEqual({
    maintenance: false,
    requiredVersion: '5.0.1',
  });
  expect((await request(url).get('/api/versionInfos/99')).body).toEqual({ maintenance: false, requiredVersion: null });
});

it.each(['imprint', 'privacy', 'terms', 'accessibility'])('answers the %s to whoever asks', async (kind) => {
  const { status, body } = await request(url).get(`/api/legal/${kind}?language=de`);
  expect(status).toBe(200);
  const document = LegalDocument.parse(body);
  expect(document).toMatchObject({ kind, language: 'de', sample: true });
  expect(document.nodes).toContainEqual(expect.objectContaining({ tag: 'h3' }));
});

it('answers German where it lacks a language, or none was asked for', async () => {
  for (const query of ['', '?language=en', '?language='])
    expect((await request(url).get(`/api/legal/imprint${query}`)).body).toMatchObject({
      language: 'de',
      title: 'Impressum',
    });
});

it('does not know other documents', async () => {
  const { status, body } = await request(url).get('/api/legal/cookies');
  expect([status, ErrorBody.parse(body).code]).toEqual([404, 'notFound']);
});

import express from 'express';
import { listen } from './listening-server';

it('never changes the prototype of a message once an app serves', async () => {
  const app = express();
  app.get(
    '/',
    (request, response) => void response.json({ host: request.get('Host') !== undefined, app: request.app === app }),
  );
  const listeningServer = await listen({ host: '127.0.0.1', port: 0 });
  listeningServer.serve(app);
  const changedObjects: object[] = [];
  const setPrototypeOf = jest
    .spyOn(Object, 'setPrototypeOf')
    .mockImplementation((changedObject: object, newPrototype: object | null) => {
      if (Object.getPrototypeOf(changedObject) !== newPrototype) changedObjects.push(changedObject);
      return changedObject;
    });
  const httpResponse = await fetch(`http://127.0.0.1:${listeningServer.port}/`, { headers: { Connection: 'close' } });
  const answerBody: unknown = await httpResponse.json();
  const setPrototypeCallCount = setPrototypeOf.mock.calls.length;
  setPrototypeOf.mockRestore();
  expect(answerBody).toEqual({ host: true, app: true });
  expect(setPrototypeCallCount).toBeGreaterThan(0);
  expect(changedObjects).toEqual([]);
  await listeningServer.close();
});
